import {
  DOTNET_MODES,
  DOTNET_VERSIONS,
  SCRIPT_ERROR_MODES,
  ScriptError,
  TRUST_LEVELS,
  type DotNetConfig,
  type SiteConfig,
} from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

function chosen<Choice extends string>(choices: readonly Choice[], given: string, field: string): Choice {
  const found = choices.find((choice) => choice.toLowerCase() === given.trim().toLowerCase());
  if (found !== undefined) return found;
  const values = { value: given.slice(0, 80), choices: choices.join(', ') };
  throw new Refusal('setting-choice-refused', { field, values });
}

const withDotNet = (document: SiteConfig, dotNet: Partial<DotNetConfig>): SiteConfig => ({
  ...document,
  dotNet: { ...document.dotNet, ...dotNet },
});

/** Refuses with `setting-choice-refused`. */
export const withTrustLevel = (document: SiteConfig, level: string): SiteConfig =>
  withDotNet(document, { trustLevel: chosen(TRUST_LEVELS, level, 'v') });

/** Reads `4.0`, `v4.0` or `4`. */
const bare = (version: string) =>
  version
    .trim()
    .replace(/^v/i, '')
    .replace(/^(\d)$/, '$1.0');

/** Refuses with `setting-choice-refused`. */
export const withDotNetVersion = (document: SiteConfig, version: string): SiteConfig =>
  withDotNet(document, { version: chosen(DOTNET_VERSIONS, bare(version), 'v') });

/** Refuses with `setting-choice-refused`. */
export const withDotNetMode = (document: SiteConfig, mode: string): SiteConfig =>
  withDotNet(document, { mode: chosen(DOTNET_MODES, mode, 'mode') });

/** Older clients send 0 or 1 instead of a mode: 1 with a message means `custom`, without one `details`. */
function modeOf(notify: string, msg: string): string {
  const choice = notify.trim().toLowerCase();
  if (choice === '0') return 'off';
  if (choice !== '1' && choice !== 'on') return choice;
  return msg === '' ? 'details' : 'custom';
}

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Refuses with `setting-choice-refused`, `script-error-words-missing` or `script-error-words-refused`. */
export function withScriptError(document: SiteConfig, notify: string, given: string): SiteConfig {
  const msg = given.replaceAll('\r\n', '\n').trim();
  const max = ScriptError.shape.msg.maxLength ?? 0;
  if (msg.length > max || CONTROL.test(msg))
    throw new Refusal('script-error-words-refused', { field: 'msg', values: { max } });
  const mode = chosen(SCRIPT_ERROR_MODES, modeOf(notify, msg), 'notify');
  if (mode === 'custom' && msg === '') throw new Refusal('script-error-words-missing', { field: 'msg' });
  return { ...document, scriptError: { notify: mode, msg } };
}
