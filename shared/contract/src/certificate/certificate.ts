import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';

/** Characters of an uploaded PEM text. */
export const PEM_MAX = 64 * 1024;
/** Certificates of one host. */
export const CERTIFICATES_MAX = 200;

/** Domains in one certificate: the limit of public authorities. */
export const CERTIFICATE_NAMES_MAX = 100;

/**
 * How the certificate authority validates control of a domain. `automatic`: by HTTP-01, which the server answers itself
 * even if the site is closed; `file`: by HTTP-01 with a file in the site's folder; `dns`: by DNS-01, also for wildcards.
 */
export const CHALLENGE_WAYS = ['automatic', 'file', 'dns'] as const;
export const ChallengeWay = z.enum(CHALLENGE_WAYS);
export type ChallengeWay = z.infer<typeof ChallengeWay>;

export const KEY_TYPES = ['ecdsa', 'rsa'] as const;
export const KeyType = z.enum(KEY_TYPES);
export type KeyType = z.infer<typeof KeyType>;

export const CertificateSource = z.enum(['acme', 'upload']);
export type CertificateSource = z.infer<typeof CertificateSource>;

/** ISO 8601, UTC. */
const Moment = z.string();
const CertificateId = z.number().int().positive();

/** Why the last request for a certificate failed. */
export const CertificateFailure = z.object({
  /** What happened and what to do, in the caller's language. */
  message: z.string(),
  at: Moment,
  /** When the request is retried; null: not automatically. */
  nextAt: Moment.nullable(),
});
export type CertificateFailure = z.infer<typeof CertificateFailure>;

/** The certificate of one domain. */
export const CertificateState = z.object({
  /** The one that visitors get; null: the domain is served over plain HTTP only. */
  served: z
    .object({
      id: CertificateId,
      source: CertificateSource,
      notAfter: Moment,
      /** Whether it is renewed before it expires. */
      renews: z.boolean(),
    })
    .nullable(),
  /** The task of a waiting or running request. */
  taskId: z.number().int().nullable(),
  failure: CertificateFailure.nullable(),
});
export type CertificateState = z.infer<typeof CertificateState>;

/** Contents of a certificate, and the bound domains that use it. */
const CertificateFacts = z.object({
  names: z.array(z.string()),
  /** Bound domains that use this certificate: the newest one that covers a domain serves it. */
  serves: z.array(z.string()),
  issuer: z.string(),
  /** Key algorithm and size, such as `ECDSA P-256` or `RSA 2048`. */
  key: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  notBefore: Moment,
  notAfter: Moment,
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

export const Certificate = CertificateFacts.extend({
  id: CertificateId,
  source: CertificateSource,
  /** Validation method of its ACME order; null: it was uploaded, or its order has ended. */
  way: ChallengeWay.nullable(),
  /** When it is renewed; null: not automatically. */
  renewsAt: Moment.nullable(),
  /** Why its renewal failed. */
  failure: CertificateFailure.nullable(),
  createdAt: Moment,
});
export type Certificate = z.infer<typeof Certificate>;

/** Certificates can still be managed on a suspended host. They don't touch the site's files, so they pass the workspace lock. */
const CERTIFICATE = { access: 'owner', embed: ['domain'], method: 'POST', passesBlock: true } as const;
const READING = { ...CERTIFICATE, effect: 'read' } as const;
const CHANGING = { ...CERTIFICATE, effect: 'change', passesLock: true } as const;

export const listCertificates = defineCall({
  ...READING,
  path: '/api/certificate/list',
  summary: 'Certificates of the host, newest first',
  reply: z.object({
    certificates: z.array(Certificate),
    /** Name of the certificate authority; null: the provider has switched ACME off. */
    authority: z.string().nullable(),
    /** Validation methods that this server supports. */
    ways: z.array(ChallengeWay),
  }),
});

/** Checks before a certificate is requested. */
export const PREFLIGHT_POINTS = ['dns', 'servers', 'aaaa', 'caa', 'challenge'] as const;
export type PreflightPoint = (typeof PREFLIGHT_POINTS)[number];

export const PreflightRow = z.object({
  name: z.string(),
  point: z.enum(PREFLIGHT_POINTS),
  result: z.enum(['ok', 'warning', 'failed']),
  /** The finding and, unless `ok`, how to fix it, in the caller's language. */
  message: z.string(),
});
export type PreflightRow = z.infer<typeof PreflightRow>;

const Request = z.object({
  names: z.array(z.string().min(1).max(DOMAIN_MAX)).min(1).max(CERTIFICATE_NAMES_MAX),
  way: ChallengeWay.default('automatic'),
});

export const preflightCertificate = defineCall({
  ...READING,
  path: '/api/certificate/preflight',
  summary: 'Check what the certificate authority will check, without asking it',
  body: Request,
  reply: z.object({ rows: z.array(PreflightRow), canApply: z.boolean() }),
});

export const applyCertificate = defineCall({
  ...CHANGING,
  taskKind: 'CERT_APPLY',
  path: '/api/certificate/apply',
  summary: 'Request a certificate by ACME as a task; it is renewed before it expires',
  body: Request.extend({ keyType: KeyType.default('ecdsa') }),
  reply: z.object({ taskId: z.number().int() }),
});

export const uploadCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/upload',
  summary: 'Upload a certificate with its chain and its private key, each as PEM; the chain is put in order',
  body: z.object({
    certificate: z.string().min(1).max(PEM_MAX),
    privateKey: z.string().min(1).max(PEM_MAX),
    /** Checks only; nothing is stored. */
    dryRun: z.boolean().default(false),
  }),
  /** `id` is absent after a dry run. */
  reply: CertificateFacts.extend({ id: CertificateId.optional() }),
});

const One = z.object({ id: CertificateId });

export const downloadCertificate = defineCall({
  ...READING,
  path: '/api/certificate/download',
  summary: 'Certificate and chain as PEM; the private key never leaves the server',
  body: One,
  reply: z.object({ fileName: z.string(), pem: z.string() }),
});

export const revokeCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/revoke',
  summary: 'Revoke a certificate at its authority, then remove it',
  body: One,
  reply: z.object({}),
});

export const saveCertificateSettings = defineCall({
  ...CHANGING,
  path: '/api/certificate/settings',
  summary: 'Switch the renewal of a certificate on or off',
  body: One.extend({ renews: z.boolean() }),
  reply: z.object({}),
});

export const removeCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/remove',
  summary: 'Remove a certificate; its domains get the next one that covers them, or lose HTTPS',
  body: One,
  reply: z.object({}),
});
