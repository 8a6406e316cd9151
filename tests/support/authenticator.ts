/** A passkey in software: what a security key or a telephone answers, made with node's own cryptography. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** As much of CBOR (RFC 8949) as an authenticator speaks. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

interface Asked {
  challenge: string
}

export class Authenticator {
  readonly id = randomBytes(32)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private count = 0

  /** `counts`: keys that are kept in a cloud tell 0 always. */
  constructor(
    private readonly origin: string,
    private readonly counts = true,
    private readonly rpId = new URL(origin).hostname,
  ) {}

  make({ challenge }: Asked, more: { x5c?: boolean } = {}) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const data = Buffer.concat([
      this.data(0x45),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      key,
    ])
    const statement = more.x5c
      ? new Map<string, Cbor>([['x5c', Buffer.from('http://127.0.0.1/list.crl')]])
      : new Map<string, Cbor>()
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', more.x5c ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', data],
      ]),
    )
    return {
      ...this.head(),
      response: {
        clientDataJSON: b64(this.client('webauthn.create', challenge)),
        attestationObject: b64(attestation),
        transports: ['usb'],
      },
    }
  }

  use({ challenge }: Asked, privateKey: KeyObject = this.keys.privateKey) {
    const data = this.data(0x05)
    const client = this.client('webauthn.get', challenge)
    return {
      ...this.head(),
      response: {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(sign('sha256', Buffer.concat([data, sha(client)]), privateKey)),
      },
    }
  }

  /** As a copy of the key would go on counting. */
  countBack(): void {
    this.count -= 2
  }

  private head() {
    return { id: b64(this.id), rawId: b64(this.id), type: 'public-key', clientExtensionResults: {} } as const
  }

  private data(flags: number): Buffer {
    if (this.counts) this.count += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.count)
    return Buffer.concat([sha(this.rpId), Buffer.from([flags]), counter])
  }

  private client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }
}
