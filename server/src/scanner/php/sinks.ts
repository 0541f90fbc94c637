import type { ScanSeverity, ScanStep, ScanTechnique } from '@sitedeck/contract';
import type { CallAt, Flow } from './flow';
import { rangeOf } from './nodes';
import type { Origin, Value } from './values';
import { UNKNOWN } from './values';

export interface Judgement {
  readonly severity: ScanSeverity;
  readonly technique: ScanTechnique;
  readonly rule: string;
  readonly confidence: number;
}

/** Reports a flow that ends in a call. */
export function reportFlow(
  flow: Flow,
  at: CallAt,
  { origin, judgement, last }: { origin?: Origin | undefined; judgement: Judgement; last: ScanStep['kind'] },
): void {
  const steps = [...(origin?.steps ?? []), ...(at.nameSteps ?? []), flow.step(last, at.node)];
  flow.report({ ...judgement, line: flow.lineOf(at.node), steps });
}

type Visitors = Origin & { readonly from: 'request' | 'upload' };
export const isVisitors = (origin: Origin | undefined): origin is Visitors =>
  origin?.from === 'request' || origin?.from === 'upload';

/** Decoders that only make sense to hide code. */
const decoderSteps = (flow: Flow, at: CallAt, value: Value): readonly ScanStep[] =>
  value.decoders?.length ? [flow.step('decoded', at.node, value.decoders.join(', '))] : [];

/** A visitor's data is run as PHP code. */
function runVisitors(flow: Flow, at: CallAt, { origin, value }: { origin: Visitors; value: Value }): Value {
  // Templates insert names into code of their own; a shell runs what it gets.
  const isPart = !origin.exact && !flow.isSmall && origin.steps.length > 3;
  const judgement = {
    severity: isPart ? 'notice' : 'high',
    technique: 'one-line-shell',
    rule: 'php-request-to-code',
    confidence: isPart ? 40 : 97,
  } as const;
  const decoded: Origin = value.decoders
    ? { ...origin, steps: [...origin.steps, ...decoderSteps(flow, at, value)] }
    : origin;
  reportFlow(flow, at, { origin: decoded, judgement, last: 'executed' });
  return { origin };
}

/** Code is run that was decoded, or by a function whose name was. */
function reportDecoded(flow: Flow, value: Value, at: CallAt): void {
  const nameSteps = at.nameSteps ?? [];
  const isHigh = (value.decoders?.length ?? 0) > 1 || nameSteps.length > 0;
  flow.report({
    severity: isHigh ? 'high' : 'suspicious',
    ...{ technique: 'encoded-code', rule: 'php-decoded-to-code', confidence: 70 },
    line: flow.lineOf(at.node),
    steps: [
      ...(value.origin?.steps ?? []),
      ...decoderSteps(flow, at, value),
      ...nameSteps,
      flow.step('executed', at.node),
    ],
  });
}

/** A value that is run as PHP code. */
export function runCode(flow: Flow, value: Value, at: CallAt): Value {
  const { origin, text, decoders } = value;
  if (isVisitors(origin)) return runVisitors(flow, at, { origin, value });
  if (text !== undefined) {
    flow.runText(text, at, { steps: [...(at.nameSteps ?? []), ...decoderSteps(flow, at, value)] });
  } else if (origin?.from === 'remote') {
    const judgement = {
      severity: 'high',
      technique: 'remote-code',
      rule: 'php-remote-to-code',
      confidence: 90,
    } as const;
    reportFlow(flow, at, { origin, judgement, last: 'executed' });
  } else if (decoders || at.nameSteps?.length) reportDecoded(flow, value, at);
  return UNKNOWN;
}

/** Text before request data after which that data begins a command of its own. */
const BEGINS_COMMAND =
  /(^|[;&|\n`]|\b(cmd|cmd\.exe|command\.com)\s.*\/[ckr]|\b(ba|da|z|k|c)?sh\s+-c|sudo|su\s+-c|\()\s*["'\\]*\s*$/i;

const commandJudgement = (severity: ScanSeverity, confidence: number): Judgement => ({
  severity,
  technique: 'command',
  rule: 'php-request-to-command',
  confidence,
});

/** Commands that nothing honest runs. */
const REVERSE =
  /\/dev\/tcp\/|\bnc(\.traditional|at)?\b.*\s-e\s|bash\s+-i|sh\s+-i\b|mkfifo\s|perl\s+-e\s.*Socket|python\d?\s+-c\s.*socket/i;

export function runCommand(flow: Flow, value: Value, at: CallAt): Value {
  const { origin, prefix, text } = value;
  if (isVisitors(origin)) {
    const isOwn = origin.exact || prefix === undefined || BEGINS_COMMAND.test(prefix);
    reportFlow(flow, at, {
      origin,
      judgement: isOwn ? commandJudgement('high', 95) : commandJudgement('suspicious', 60),
      last: 'executed',
    });
  } else if (origin?.from === 'remote' && origin.exact) {
    reportFlow(flow, at, {
      origin,
      judgement: {
        ...commandJudgement('high', 85),
        technique: 'reverse-shell',
        rule: 'php-remote-to-command',
      },
      last: 'executed',
    });
  } else if (REVERSE.test(text ?? prefix ?? '')) {
    reportFlow(flow, at, {
      judgement: { severity: 'high', technique: 'reverse-shell', rule: 'php-reverse-shell', confidence: 90 },
      last: 'executed',
    });
  } else if (at.nameSteps?.length) {
    reportFlow(flow, at, {
      origin,
      judgement: {
        severity: 'suspicious',
        technique: 'dynamic-call',
        rule: 'php-hidden-name',
        confidence: 75,
      },
      last: 'executed',
    });
  }
  // Its output is not the visitor's.
  return UNKNOWN;
}

const RUNS = /\.(php\d?|phtml|pht|phar|phps|inc|asp|aspx|ashx|jsp|jspx|cgi|pl|htaccess)$|\.user\.ini$/i;
const HARMLESS_NAME = /\.(jpe?g|png|gif|ico|bmp|webp|svg|css|woff2?|ttf|log|pdf|zip|mp[34])$/i;
const STREAM = /^(data:|php:\/\/(input|filter)|https?:\/\/|ftps?:\/\/|expect:\/\/|phar:\/\/|zip:\/\/)/i;

type Reason = Pick<Judgement, 'severity' | 'confidence' | 'rule'>;

/** A path that visitors decide. */
function judgeChosenPath(origin: Visitors, prefix: string | undefined): Reason {
  if (origin.from === 'upload' || origin.exact)
    return { severity: 'high', confidence: 90, rule: 'php-include-request' };
  if (prefix !== undefined && STREAM.test(prefix))
    return { severity: 'high', confidence: 95, rule: 'php-include-request' };
  return { severity: 'notice', confidence: 40, rule: 'php-include-part' };
}

/** A path that is known. */
function judgeKnownPath(flow: Flow, value: Value, at: CallAt): Reason | undefined {
  const { text = '', decoders, built } = value;
  if (/^(php:\/\/input|https?:|ftps?:|expect:)/i.test(text))
    return { severity: 'high', confidence: 92, rule: 'php-include-stream' };
  if (HARMLESS_NAME.test(text)) return { severity: 'high', confidence: 80, rule: 'php-include-picture' };
  if (decoders || (built && escapesIn(flow, at) > 4))
    return { severity: 'high', confidence: 85, rule: 'php-include-hidden' };
  return undefined;
}

function judgeUnknownPath({ origin, decoders, prefix }: Value): Reason | undefined {
  if (origin?.from === 'remote') return { severity: 'high', confidence: 85, rule: 'php-include-remote' };
  if (decoders) return { severity: 'suspicious', confidence: 60, rule: 'php-include-hidden' };
  if (prefix !== undefined && STREAM.test(prefix) && !/^(phar|https?):/i.test(prefix))
    return { severity: 'notice', confidence: 45, rule: 'php-include-stream' };
  return undefined;
}

function judgeInclude(flow: Flow, value: Value, at: CallAt): Reason | undefined {
  if (isVisitors(value.origin)) return judgeChosenPath(value.origin, value.prefix);
  return value.text === undefined ? judgeUnknownPath(value) : judgeKnownPath(flow, value, at);
}

export function runInclude(flow: Flow, value: Value, at: CallAt): Value {
  const { origin } = value;
  const data = isVisitors(origin) ? null : /^data:[^,]*?(;base64)?,(.*)$/is.exec(value.text ?? '');
  if (data) {
    const [, isEncoded, body = ''] = data;
    const text = isEncoded ? Buffer.from(body, 'base64').toString('latin1') : body;
    flow.runText(`?>${text}`, at, { steps: [] });
    return UNKNOWN;
  }
  const reason = judgeInclude(flow, value, at);
  if (reason)
    reportFlow(flow, at, {
      origin,
      judgement: { ...reason, technique: 'include-upload' },
      last: 'included',
    });
  return UNKNOWN;
}

const escapesIn = (flow: Flow, at: CallAt): number => {
  const [from, to] = rangeOf(at.node);
  return to - from > 2000 ? 0 : (flow.codeOf(at.node).match(/\\(x[\da-f]{2}|[0-7]{2,3})/gi)?.length ?? 0);
};

/** A program text that is written to a file. */
const holdsCode = (text: string | undefined) =>
  text !== undefined && /<\?(php|=)|<%|<script\s+(language|runat)/i.test(text);

interface Write {
  readonly path: Value;
  readonly data: Value;
}

const written = (severity: ScanSeverity, confidence: number): Judgement => ({
  severity,
  technique: 'file-write',
  rule: 'php-request-to-file',
  confidence,
});

/** A visitor's data is written. */
function judgeVisitorsWrite(flow: Flow, { path, data }: Write): Judgement | undefined {
  const isChosen = isVisitors(path.origin);
  const isExact = data.origin?.exact === true;
  const isProgram = RUNS.test(path.text ?? '');
  if (path.origin?.from === 'upload' && !flow.isSmall) return written('notice', 40);
  if (isChosen && path.origin.exact && isExact) return written('high', 90);
  if (isProgram && isExact) return written('high', 85);
  if (isProgram && holdsCode(data.prefix)) return written('suspicious', 60);
  if (!isChosen) return undefined;
  return flow.isSmall ? written('suspicious', 60) : written('notice', 40);
}

/** Data of another server is written. */
function judgeRemoteWrite({ origin, text }: Value): Judgement | undefined {
  const remote = { technique: 'remote-code', rule: 'php-remote-to-file' } as const;
  if (RUNS.test(text ?? '')) return { ...remote, severity: 'high', confidence: 75 };
  return isVisitors(origin) && origin.exact
    ? { ...remote, severity: 'suspicious', confidence: 65 }
    : undefined;
}

function judgeWrite(flow: Flow, { path, data }: Write): Judgement | undefined {
  if (isVisitors(data.origin)) return judgeVisitorsWrite(flow, { path, data });
  if (data.origin?.from === 'remote') return judgeRemoteWrite(path);
  const isHidden = data.decoders && data.text === undefined;
  return isHidden && RUNS.test(path.text ?? '') ? written('suspicious', 60) : undefined;
}

export function writeFile(flow: Flow, { path, data }: Write, at: CallAt): Value {
  const judgement = judgeWrite(flow, { path, data });
  const isOwn = !isVisitors(data.origin) && data.origin?.from !== 'remote';
  if (judgement) reportFlow(flow, at, { origin: data.origin ?? path.origin, judgement, last: 'written' });
  else if (isOwn && data.text !== undefined && holdsCode(data.text))
    flow.runText(`?>${data.text}`, at, { steps: [flow.step('written', at.node)] });
  return UNKNOWN;
}

export function moveUpload(flow: Flow, target: Value, at: CallAt): Value {
  const named = isVisitors(target.origin) || (target.text !== undefined && RUNS.test(target.text));
  const judge = (severity: ScanSeverity, confidence: number) =>
    reportFlow(flow, at, {
      origin: target.origin,
      judgement: { severity, technique: 'file-upload', rule: 'php-upload-kept', confidence },
      last: 'written',
    });
  if (named && flow.isSmall) judge('high', 80);
  else if (named && target.origin?.exact && !target.prefix && target.origin.from === 'request')
    judge('suspicious', 60);
  else if (named) judge('notice', 30);
  return UNKNOWN;
}
