/** Preloaded into each program: when its launcher was killed, it ends too, and frees its port and its lock. */
const parent = process.ppid

setInterval(() => {
  if (process.ppid === parent) return
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 4000).unref()
}, 500).unref()
