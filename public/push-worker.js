// Shows a notification that a push service brings while no page is open, and opens the console when it is pressed.
self.addEventListener('push', event => {
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/favicon.png', data: { url } }),
  )
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url))
})
