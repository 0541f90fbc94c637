import { REMOTE_NAME } from '@sitedeck/contract';

/** The override that an address with `?override=<name>@<url>` requests. */
export interface OverrideQuery {
  readonly name: string;
  /** Folder of the remote's files, with a slash at its end. */
  readonly base: string;
}

const OVERRIDE = new RegExp(`^(${REMOTE_NAME})@(https?://.+)$`);

/** Undefined if the address requests none; `malformed` if it can't be parsed. */
export function overrideQuery(search: string): OverrideQuery | 'malformed' | undefined {
  const override = new URLSearchParams(search).get('override');
  if (override === null) return undefined;
  const [, name, address = ''] = OVERRIDE.exec(override) ?? [];
  if (name === undefined || !URL.canParse(address)) return 'malformed';
  const { origin, pathname } = new URL(address);
  return { name, base: origin + pathname.replace(/\/*$/, '/') };
}

/** The same address without the override. */
export function withoutQuery(search: string): string {
  const left = new URLSearchParams(search);
  left.delete('override');
  const text = left.toString();
  return text === '' ? '' : `?${text}`;
}
