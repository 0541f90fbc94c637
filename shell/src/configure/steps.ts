import {
  addMime,
  addRedirect,
  changeDotNetVersion,
  changePhpVersion,
  disablePhpFunctions,
  RULE_NAME_MAX,
  saveRewrite,
  setDefaultHomePage,
  setErrorPage,
  setRewrite,
  setScriptError,
  setTrustedLevel,
  type ImageConfig,
  type Language,
} from '@sitedeck/contract';
import { phpCalls } from './php-calls';
import { planCall, type PlannedCall } from './planned';

/** In the order in which they run. The last two are for NET hosts only. */
export const STEP_KEYS = [
  'homePage',
  'rewrite',
  'redirects',
  'errorPage',
  'mime',
  'php',
  'scriptError',
  'dotNet',
] as const;
export type StepKey = (typeof STEP_KEYS)[number];

const NET_ONLY: readonly StepKey[] = ['scriptError', 'dotNet'];

export interface Step {
  readonly key: StepKey;
  /** In order; empty if the app needs none. */
  readonly calls: readonly PlannedCall[];
  /** What the step will have done, for the words beside it. */
  readonly facts: Readonly<Record<string, string | number>>;
}

type Plan = Omit<Step, 'key'>;

interface WantedSettings {
  readonly config: ImageConfig;
  readonly appName: string;
}

const NOTHING: Plan = { calls: [], facts: {} };
/** `disableFuncs` has this value when every function may be called. */
const NO_FUNCTIONS = 'none';

const idOf = (reply: unknown): number =>
  typeof reply === 'object' && reply !== null && 'id' in reply ? Number(reply.id) : NaN;

const PLANS: Readonly<Record<StepKey, (wanted: WantedSettings) => Plan>> = {
  homePage: ({ config: { indexPath: docs = [] } }) => {
    const [first] = docs;
    if (first === undefined) return NOTHING;
    return { calls: [planCall(setDefaultHomePage, { body: { docs } })], facts: { first } };
  },
  rewrite: ({ config: { rewriteCode: content }, appName }) => {
    if (content === undefined) return NOTHING;
    const name = appName.slice(0, RULE_NAME_MAX);
    const inForce = (reply: unknown) => planCall(setRewrite, { params: { id: idOf(reply) } });
    return { calls: [planCall(saveRewrite, { body: { name, content } }, inForce)], facts: { name } };
  },
  redirects: ({ config: { redirectDomain = [] } }) => ({
    calls: redirectDomain.map((body) => planCall(addRedirect, { body })),
    facts: { count: redirectDomain.length },
  }),
  errorPage: ({ config: { errorPage } }) => {
    if (errorPage === undefined) return NOTHING;
    const isPath = errorPage.startsWith('/');
    const body = isPath ? { path: errorPage } : { content: errorPage };
    return { calls: [planCall(setErrorPage, { body })], facts: isPath ? { path: errorPage } : {} };
  },
  mime: ({ config: { mime = [] } }) => ({
    calls: mime.map((body) => planCall(addMime, { body })),
    facts: { count: mime.length },
  }),
  php: ({ config }) => {
    const { phpVersion: version, disabledFuncs } = config;
    const calls = [
      ...(version === undefined ? [] : [planCall(changePhpVersion, { params: { v: version } })]),
      ...phpCalls(config),
      ...(disabledFuncs === undefined
        ? []
        : [planCall(disablePhpFunctions, { params: { value: disabledFuncs.join(',') || NO_FUNCTIONS } })]),
    ];
    return { calls, facts: { count: calls.length, ...(version !== undefined && { version }) } };
  },
  scriptError: ({ config: { scriptError } }) => {
    if (scriptError === undefined) return NOTHING;
    const { notify, msg } = scriptError;
    return { calls: [planCall(setScriptError, { params: { notify }, body: { msg } })], facts: {} };
  },
  dotNet: ({ config: { dotNetTrustedLevel: level, dotnetVersion: version, dotnetMode: mode } }) => ({
    calls: [
      // One call sets both values, so both must be known.
      ...(version === undefined || mode === undefined
        ? []
        : [planCall(changeDotNetVersion, { params: { v: version, mode } })]),
      ...(level === undefined ? [] : [planCall(setTrustedLevel, { params: { v: level } })]),
    ],
    facts: { ...(version !== undefined && { version }), ...(mode !== undefined && { mode }) },
  }),
};

/** What an installed app needs, as steps of calls: six for a host without .NET, eight with it. */
export function planSteps(wanted: WantedSettings & { readonly language: Language }): readonly Step[] {
  return STEP_KEYS.filter((key) => wanted.language === 'NET' || !NET_ONLY.includes(key)).map((key) => ({
    key,
    ...PLANS[key](wanted),
  }));
}
