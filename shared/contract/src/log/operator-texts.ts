import type { Locale, LocalizedText } from '../faults/entry';

/** The backup plan of a host as the operator of its tasks. A host's name holds no colon, so no owner is taken for it. */
export const PLAN_OPERATOR = ':schedule';
const PLAN: LocalizedText = { 'zh-CN': '备份计划', 'en-US': 'Backup plan' };
/** The renewal of certificates as the operator of its tasks. */
export const RENEWAL_OPERATOR = ':renewal';
const RENEWAL: LocalizedText = { 'zh-CN': '证书续期', 'en-US': 'Certificate renewal' };

/** The provider's first key. An owner may have the same name, but another role. */
const FIRST_KEY = 'bootstrap';
const PROVIDER: LocalizedText = { 'zh-CN': '服务商', 'en-US': 'Provider' };
const PROVIDER_ROLE = 'PROVIDER';

/** The provider as the operator of a task, whose row has no role. */
export const providerOperator = (key: string): string => `:${key}`;

interface Actor {
  readonly operator: string;
  /** Of the session, or `PROVIDER`. Empty if rows hold no role. */
  readonly role: string;
}

/** Who acted, in words: an operator by name, the product's own ones by what they are. */
export function operatorText({ operator, role }: Actor, locale: Locale): string {
  if (operator === PLAN_OPERATOR) return PLAN[locale];
  if (operator === RENEWAL_OPERATOR) return RENEWAL[locale];
  const isProvider = operator === providerOperator(FIRST_KEY);
  if (isProvider || (operator === FIRST_KEY && role === PROVIDER_ROLE)) return PROVIDER[locale];
  return operator.startsWith(':') ? operator.slice(1) : operator;
}

/** Operators of the log that a reader means by a part of their words, such as 服务商. */
export function actorsMatching(text: string): readonly Actor[] {
  const part = text.trim().toLowerCase();
  const isMeant = Object.values(PROVIDER).some((word) => word.toLowerCase().includes(part));
  return isMeant ? [{ operator: FIRST_KEY, role: PROVIDER_ROLE }] : [];
}
