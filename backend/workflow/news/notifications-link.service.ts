/** Where whoever gets a message finds it and all others. */
export const listOfNotifications = ({ consoleOrigin }: { consoleOrigin: string }): string =>
  `${consoleOrigin}/notifications/list`
