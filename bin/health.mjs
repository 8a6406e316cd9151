/** For the image's health check: exit code 0 when every program that runs here answers. */
const port = (name, byDefault) => process.env[name] || byDefault
const urls = [`http://127.0.0.1:${port('PORT', 3000)}/health`]
if (!process.env.API_URL) urls.push(`http://127.0.0.1:${port('BACKEND_PORT', 4000)}/health`)

const answers = await Promise.all(
  urls.map(url =>
    fetch(url, { signal: AbortSignal.timeout(3000) }).then(
      answer => answer.ok,
      () => false,
    ),
  ),
)
process.exit(answers.every(Boolean) ? 0 : 1)
