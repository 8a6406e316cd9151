/**
 * The backend asks for the second factor again before it does this. No ApiError, so that no page takes it for a refusal
 * of its own.
 */
export class ProofDue extends Error {
  override name = 'ProofDue'
}
export const PROOF_DUE = 'proof_due'
