import { FAULT_MESSAGES, faultMessage, type FaultReason, type Locale } from '@sitedeck/contract';
import { Conf, conf } from '../conf';
import { downChoice, downPage, downPageReply } from './front-down-page';

/** Replies for requests that never reach the API: location, status, reason. */
const OWN_REPLIES = [
  ['too_large', 200, 'slice-too-large'],
  ['down', 502, 'engine-down'],
  ['busy', 429, 'too-busy'],
] as const satisfies readonly (readonly [string, number, FaultReason])[];

/** Time after which a client that sent too many requests may try again, s. */
const BUSY_SECONDS = 1;

/** The API's envelope as an nginx word: its JSON contains quotes, so it can't pass as a checked value. */
function envelope(reason: FaultReason, locale: Locale): string {
  const { code } = FAULT_MESSAGES[reason];
  const msg = faultMessage(reason, locale, { seconds: BUSY_SECONDS });
  const body = JSON.stringify({ code, res: { reason }, msg });
  if (/['\\$\n]/.test(body)) throw new Error(`not fit for a reply: ${body}`);
  return `'${body}'`;
}

/** A variable with a text in the client's language: Chinese unless the client prefers English. */
const inBoth = (name: string, textOf: (locale: Locale) => string): string =>
  `map $http_accept_language $${name} {
    default ${textOf('zh-CN')};
    "~*^(?:(?!\\bzh\\b).)*\\ben\\b" ${textOf('en-US')};
  }`;

/** Texts of nginx's own replies. */
export const replyTexts = (): readonly Conf[] => [
  ...OWN_REPLIES.map(
    ([name, , reason]) => new Conf(inBoth(`reply_${name}`, (locale) => envelope(reason, locale))),
  ),
  new Conf(inBoth('page_down', downPage)),
  downChoice,
];

/**
 * Lets a portal on another origin read these replies. Its token (or the address of a single file), not a cookie,
 * authorises it; credentials are not allowed, so a link that needs a cookie stays unreadable.
 */
export const forPortal = conf`add_header Access-Control-Allow-Origin $portal_origin always;
    add_header Access-Control-Expose-Headers $portal_reads always;
    add_header Vary $portal_varies always;`;

export const ownReplies = (): readonly Conf[] => [
  ...OWN_REPLIES.map(
    ([name, status]) =>
      new Conf(`location @${name} {
    internal;
    default_type application/json;
    charset utf-8;
    add_header Cache-Control no-store always;
    add_header X-Content-Type-Options nosniff always;
    ${status === 429 ? `add_header Retry-After ${BUSY_SECONDS} always;` : ''}
    ${forPortal.text}
    return ${status} $reply_${name};
  }`),
  ),
  downPageReply,
];
