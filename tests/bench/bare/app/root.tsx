import { Outlet } from '@remix-run/react'

export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Bare</title>
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  )
}
