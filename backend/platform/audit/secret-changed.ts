/** A log that nobody could check any more would go unnoticed: the start says so, and what to do. */
export class SecretChanged extends Error {
  constructor() {
    super(
      'the audit log was sealed under another secret: give back the earlier SESSION_SECRET (or session-secret in DATA_DIR), or start once with AUDIT_ADOPT=on to take the log as it is',
    )
  }
}
