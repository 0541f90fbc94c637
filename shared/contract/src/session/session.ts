import { z } from 'zod';
import { HostCode } from '../call/brand';
import { defineCall } from '../call/call';
import { VERIFIED_ACTS } from './verify';

export const LOGIN_SOURCES = ['FTP', 'HOST_TOKEN'] as const;
export type LoginSource = (typeof LOGIN_SOURCES)[number];

/** Runtime configuration of the browser, `GET /config.json`. */
export const PublicConfig = z.object({
  apiBase: z.string(),
  fileServiceBase: z.string(),
  /** Base64 of 32 bytes. It prevents a captured request from being sent a second time; only TLS keeps it secret. */
  wireKey: z.string(),
  /** In each address `{locale}` stands for the language of the interface. */
  links: z.object({
    ticket: z.string().optional(),
    expert: z.string().optional(),
    help: z.string().optional(),
    /** Pages of the product's own help; absent if the provider has a help center. */
    guides: z.object({ account: z.string(), password: z.string(), upload: z.string() }).optional(),
  }),
  copyright: z.string(),
  chatbotUrl: z.string().optional(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = defineCall({
  method: 'GET',
  path: '/config.json',
  summary: 'Runtime configuration of the browser; a bare document without the envelope',
  access: 'public',
  effect: 'read',
  reply: PublicConfig,
});

/** Proof of work in ALTCHA's shape. Solve: find `number` ≤ `maxnumber` with SHA-256(salt + number) = challenge. */
export const CaptchaChallenge = z.object({
  captchaRand: z.string(),
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  salt: z.string(),
  maxnumber: z.number(),
  signature: z.string(),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

export const captchaChallenge = defineCall({
  method: 'GET',
  path: '/api/captcha/challenge',
  summary: 'A proof-of-work challenge for sign-in; single use, expires',
  access: 'public',
  effect: 'read',
  query: z.object({ hostName: z.string().max(64).optional() }),
  reply: CaptchaChallenge,
});

export const login = defineCall({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in with the FTP account of a host; code 403 on wrong name or password',
  access: 'public',
  effect: 'session',
  bodyForm: 'form',
  body: z.object({
    hostName: z.string().min(1).max(64),
    /** base64(iv16 ‖ AES-256-CBC-PKCS7(wireKey, JSON {p, r: captchaRand})) */
    password: z.string().min(1).max(4096),
    captchaRand: z.string().max(256).default(''),
    /** base64 of the JSON solution {algorithm, challenge, number, salt, signature} */
    captchaTicket: z.string().max(4096).default(''),
  }),
  reply: z.object({ hostCode: HostCode }),
});

export const loginByToken = defineCall({
  method: 'GET',
  path: '/api/login/token',
  summary: "Entry from the provider's portal: signs in with source HOST_TOKEN and opens the console",
  access: 'public',
  effect: 'session',
  replyForm: 'redirect',
  query: z.object({ token: z.string().min(1).max(512), replace: z.string().max(64).optional() }),
  reply: z.object({ hostCode: HostCode }),
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  access: 'owner',
  effect: 'session',
  passesLock: true,
  passesBlock: true,
  reply: z.object({}),
});

export const getLoginSource = defineCall({
  method: 'GET',
  path: '/api/getLoginSource',
  summary: 'How this session began: FTP account or portal token',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  reply: z.enum(LOGIN_SOURCES),
});

export const sendCaptcha = defineCall({
  method: 'POST',
  path: '/api/captcha/send/{x}',
  summary: 'Send a one-time code of ten minutes to the contact of the host; once a minute',
  access: 'owner',
  effect: 'session',
  passesLock: true,
  passesBlock: true,
  params: z.object({ x: z.enum(['email', 'sms']) }),
  /** The action that the code is for: the message names it, and the code is valid for it alone. */
  body: z.object({ act: z.enum(VERIFIED_ACTS).optional() }),
  reply: z.string(),
});
