/**
 * Where an island stands: HTML of the server, and what its script must know. Props are JSON and texts arrive
 * translated.
 */
import type { ReactNode } from 'react'
import type { CommandWatchProps } from './command-watch'
import type { CopyProps } from './copy'
import type { DoorSoundProps } from './door-sound-props'
import type { DraftProps } from './draft'
import type { DisplayProps } from './display-screen'
import type { NotificationsProps } from './notifications'
import type { PasskeyProps } from './passkey'
import type { ProgressProps } from './progress'
import type { PushProps } from './push'
import type { SessionEndProps } from './session-end'
import type { VersionCheckProps } from './version-check'

export interface IslandProps {
  notifications: NotificationsProps
  'version-check': VersionCheckProps
  progress: ProgressProps
  'command-watch': CommandWatchProps
  'session-end': SessionEndProps
  copy: CopyProps
  draft: DraftProps
  'door-sound': DoorSoundProps
  display: DisplayProps
  passkey: PasskeyProps
  push: PushProps
}

/** `children` is what stands there until the island wakes, and for good without scripts. */
export function Island<Name extends keyof IslandProps>({
  name,
  props,
  children,
}: {
  name: Name
  props: IslandProps[Name]
  children?: ReactNode
}) {
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
