import { z } from 'zod';
import { defineCall } from '../call/call';

/** Characters of an uploaded PEM text. */
export const PEM_MAX = 64 * 1024;
/** Certificates of one host. */
export const CERTIFICATES_MAX = 200;

/** ISO 8601, UTC. */
const Moment = z.string();
const CertificateId = z.number().int().positive();

/** What a certificate says, and which bound domains get it. */
const CertificateFacts = z.object({
  names: z.array(z.string()),
  /** Bound domains that get this certificate; the newest one that covers a domain serves it. */
  serves: z.array(z.string()),
  issuer: z.string(),
  /** Key algorithm and size, such as `EC prime256v1` or `RSA 2048`. */
  key: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  notBefore: Moment,
  notAfter: Moment,
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

export const Certificate = CertificateFacts.extend({ id: CertificateId, createdAt: Moment });
export type Certificate = z.infer<typeof Certificate>;

/** Certificates stay open on a suspended host. They don't touch the site's files, so they pass the workspace lock. */
const CERTIFICATE = { access: 'owner', embed: ['domain'], method: 'POST', passesBlock: true } as const;
const READING = { ...CERTIFICATE, effect: 'read' } as const;
const CHANGING = { ...CERTIFICATE, effect: 'change', passesLock: true } as const;

export const listCertificates = defineCall({
  ...READING,
  path: '/api/certificate/list',
  summary: 'Certificates of the host, newest first',
  reply: z.object({ certificates: z.array(Certificate) }),
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

export const removeCertificate = defineCall({
  ...CHANGING,
  path: '/api/certificate/remove',
  summary: 'Remove a certificate; its domains get the next one that covers them, or lose HTTPS',
  body: One,
  reply: z.object({}),
});
