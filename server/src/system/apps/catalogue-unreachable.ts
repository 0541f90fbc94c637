import { z } from 'zod';
import type { FaultValue } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';

/** Gets the cause of a failure: it may name paths and addresses of the server. */
export type ReportCause = (error: unknown) => void;

const TIMED_OUT = { 'zh-CN': '等待超时', 'en-US': 'timed out' };
const NO_HOST = { 'zh-CN': '找不到主机名', 'en-US': 'host name not found' };
const FORBIDDEN = { 'zh-CN': '没有读取权限', 'en-US': 'no permission to read it' };

const CAUSES: Readonly<Record<string, FaultValue>> = {
  ENOENT: { 'zh-CN': '文件不存在', 'en-US': 'file not found' },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ECONNREFUSED: { 'zh-CN': '连接被拒绝', 'en-US': 'connection refused' },
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ETIMEDOUT: TIMED_OUT,
  TimeoutError: TIMED_OUT,
  UND_ERR_CONNECT_TIMEOUT: TIMED_OUT,
  UND_ERR_HEADERS_TIMEOUT: TIMED_OUT,
  UND_ERR_BODY_TIMEOUT: TIMED_OUT,
};
const NO_CERTIFICATE = { 'zh-CN': '证书无效', 'en-US': 'its certificate is not valid' };
const CERTIFICATE = /CERT|SIGNATURE|ISSUER/;
const BROKEN = { 'zh-CN': '连接中断', 'en-US': 'connection broken' };

/** What names an error: not recognised by class, since a bundle and a test have `Error` classes of their own. */
const Named = z
  .object({ name: z.string().catch(''), cause: z.unknown().optional() })
  .catch({ name: '', cause: undefined });

/** Without the error's own words, which may name paths and addresses of the server. */
function whyOf(error: unknown): FaultValue {
  const { name, cause } = Named.parse(error);
  const code = codeOf(cause) ?? codeOf(error) ?? '';
  return CAUSES[code] ?? CAUSES[name] ?? (CERTIFICATE.test(code) ? NO_CERTIFICATE : BROKEN);
}

export const unreachable = (why: FaultValue) => new Refusal('catalogue-unreachable', { values: { why } });

/** Turns an error into a refusal that owners may read. */
export function asUnreachable(error: unknown, report: ReportCause): Refusal {
  if (isRefusal(error)) return error;
  report(error);
  return unreachable(whyOf(error));
}

export async function orUnreachable<Value>(report: ReportCause, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw asUnreachable(error, report);
  }
}
