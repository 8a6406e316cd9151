/** In order: a wing imports only those before it. */
module.exports = [
  'platform',
  'identity',
  'workflow',
  'estate',
  'telemetry',
  'players',
  'money',
  'accounting',
  'operations',
]
