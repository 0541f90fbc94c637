import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';

/** Names of one certificate: the limit of Let's Encrypt. */
export const CERTIFICATE_NAMES_MAX = 100;
/** Characters of an uploaded PEM text. */
export const PEM_MAX = 64 * 1024;
/** Certificates of one host. */
export const CERTIFICATES_MAX = 200;

/**
 * How control over a name is proven: `automatic` the server answers, whatever the site does; `file` a file in the
 * site's own folder; `dns` a TXT record, also for wildcards.
 */
export const CHALLENGE_WAYS = ['automatic', 'file', 'dns'] as const;
export const ChallengeWay = z.enum(CHALLENGE_WAYS);
export type ChallengeWay = z.infer<typeof ChallengeWay>;

export const KEY_TYPES = ['ecdsa', 'rsa'] as const;
export const KeyType = z.enum(KEY_TYPES);
export type KeyType = z.infer<typeof KeyType>;

const Moment = z.string();
const CertificateId = z.number().int().positive();
const Name = z.string().min(1).max(DOMAIN_MAX);
const Names = z.array(Name).min(1).max(CERTIFICATE_NAMES_MAX);

/** A failed request, in words for the owner. */
export const CertificateFailure = z.object({
  /** What happened, why, and what to do. */
  message: z.string(),
  at: Moment,
  /** When it is tried again; null: not by itself. */
  nextAt: Moment.nullable(),
});
export type CertificateFailure = z.infer<typeof CertificateFailure>;

/** The certificate of one name. */
export const CertificateState = z.object({
  /** The one that visitors get; null: none. */
  served: z
    .object({
      id: CertificateId,
      source: z.enum(['acme', 'upload']),
      notAfter: Moment,
      /** Renews before it expires. */
      renews: z.boolean(),
    })
    .nullable(),
  /** A request that waits or runs. */
  taskId: z.number().int().nullable(),
  failure: CertificateFailure.nullable(),
});
export type CertificateState = z.infer<typeof CertificateState>;

export const Certificate = z.object({
  id: CertificateId,
  source: z.enum(['acme', 'upload']),
  names: z.array(z.string()),
  /** Bound names that get this certificate; others get a newer one. */
  serves: z.array(z.string()),
  issuer: z.string(),
  /** Key algorithm and size, such as `ECDSA P-256`. */
  key: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  notBefore: Moment,
  notAfter: Moment,
  /** Of certificates by ACME. */
  way: ChallengeWay.nullable(),
  /** When it will be renewed; null: not by itself. */
  renewsAt: Moment.nullable(),
  failure: CertificateFailure.nullable(),
  createdAt: Moment,
});
export type Certificate = z.infer<typeof Certificate>;

const CERTIFICATE = { access: 'owner', embed: ['domain'], method: 'POST', passesBlock: true } as const;
const READING = { ...CERTIFICATE, effect: 'read' } as const;
/** Certificates don't touch the site's files, so they pass the workspace lock. */
const CHANGING = { ...CERTIFICATE, effect: 'change', passesLock: true } as const;

export const listCertificates = defineCall({
  ...READING,
  path: '/api/certificate/list',
  summary: 'Certificates of the host, newest first',
  reply: z.object({
    certificates: z.array(Certificate),
    /** The certificate authority; null: the provider has switched ACME off. */
    authority: z.string().nullable(),
    /** Ways that this server supports. */
    ways: z.array(ChallengeWay),
  }),
});

/** One point of a preflight. */
export const PREFLIGHT_POINTS = ['dns', 'aaaa', 'caa', 'port', 'challenge'] as const;
export const PreflightRow = z.object({
  name: z.string(),
  point: z.enum(PREFLIGHT_POINTS),
  result: z.enum(['ok', 'warning', 'failed']),
  /** What was found, and for a failure the fix. */
  message: z.string(),
});
export type PreflightRow = z.infer<typeof PreflightRow>;

const Application = z.object({ names: Names, way: ChallengeWay.default('automatic') });

export const preflightCertificate = defineCall({
  ...READING,
  path: '/api/certificate/preflight',
  summary: 'Check what the certificate authority will check, without asking it',
  body: Application,
  reply: z.object({ rows: z.array(PreflightRow), canApply: z.boolean() }),
});

export const applyCertificate = defineCall({
  ...CHANGING,
  taskKind: 'CERT_APPLY',
  path: '/api/certificate/apply',
  summary: 'Request a certificate by ACME as a task; it is renewed before it expires',
  body: Application.extend({ keyType: KeyType.default('ecdsa') }),
  reply: z.object({ taskId: z.number().int() }),
});

export const uploadCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/upload',
  summary: 'Upload a certificate with its private key, both as PEM; the chain is ordered and completed',
  body: z.object({
    certificate: z.string().min(1).max(PEM_MAX),
    privateKey: z.string().min(1).max(PEM_MAX),
    /** Checks only; nothing is stored. */
    dryRun: z.boolean().default(false),
  }),
  reply: z.object({
    /** Absent after a dry run. */
    id: CertificateId.optional(),
    names: z.array(z.string()),
    notAfter: Moment,
    issuer: z.string(),
    /** Bound names that will get it. */
    serves: z.array(z.string()),
    /** Bound names that it does not cover are no fault; words about what to expect. */
    warnings: z.array(z.string()),
  }),
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

export const removeCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/remove',
  summary: 'Remove a certificate; its names get the next one that covers them, or lose HTTPS',
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
