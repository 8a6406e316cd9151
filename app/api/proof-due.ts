/** The backend asks for the second factor again before it does this. No ApiError, so that no page takes it for a refusal of its own. */
export class ProofDue extends Error {
  override name = 'ProofDue'
  /** `passkey`: what one may sign instead of typing a code; undefined for somebody without passkeys. */
  constructor(readonly passkey: unknown) {
    super('The second factor is asked for again')
  }
}
export const PROOF_DUE = 'proof_due'
