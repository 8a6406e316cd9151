/** Where an island stands: rendered here by the server, woken there by the loader. Props are JSON and texts arrive translated. */
import { createElement, type ComponentType } from 'react'
import CommandWatch, { type CommandWatchProps } from './command-watch'
import Notifications, { type NotificationsProps } from './notifications'
import Progress, { type ProgressProps } from './progress'
import SessionEnd, { type SessionEndProps } from './session-end'
import VersionCheck, { type VersionCheckProps } from './version-check'

const islands = {
  notifications: Notifications,
  'version-check': VersionCheck,
  progress: Progress,
  'command-watch': CommandWatch,
  'session-end': SessionEnd,
}

interface Props {
  notifications: NotificationsProps
  'version-check': VersionCheckProps
  progress: ProgressProps
  'command-watch': CommandWatchProps
  'session-end': SessionEndProps
}

export function Island<Name extends keyof Props>({ name, props }: { name: Name; props: Props[Name] }) {
  const component = islands[name] as unknown as ComponentType<Props[Name]>
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(props)}>
      {createElement<Props[Name]>(component, props)}
    </div>
  )
}
