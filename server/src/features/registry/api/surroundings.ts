import {
  REMOTE_ENTRY_BUDGET_BYTES,
  REMOTE_TOTAL_BUDGET_BYTES,
  SHELL_MENU,
  SHELL_PATHS,
  gateReasons,
  gateReasonText,
  type BootRemote,
  type Candidate,
  type Surroundings,
  type GateReason,
} from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { RegistryState } from './registry-state';

const SHELL = { by: 'shell', routes: [...SHELL_PATHS], menu: [...SHELL_MENU], permissions: [] };

const all = (remotes: readonly BootRemote[], of: (remote: BootRemote) => readonly string[]): string[] => [
  ...new Set(remotes.flatMap(of)),
];

/**
 * What a version of `name` must fit: the consoles that are in use, and the routes and menu entries of other
 * remotes in every version that an account gets.
 */
export function surroundingsOf(
  name: string,
  { remotes }: RegistryState,
  consoles: Surroundings['consoles'],
): Surroundings {
  const others = remotes.filter((other) => other.name !== name && other.inForce.size > 0);
  const taken = others.map((other) => {
    const held = [...other.inForce.values()];
    return {
      by: other.name,
      routes: all(held, ({ routes }) => routes.map(({ path }) => path)),
      menu: all(held, ({ menu }) => menu.map(({ path }) => path)),
      permissions: all(held, ({ permissions }) => permissions.map((permission) => permission.name)),
    };
  });
  const budget = { entry: REMOTE_ENTRY_BUDGET_BYTES, total: REMOTE_TOTAL_BUDGET_BYTES };
  return { consoles, taken: [SHELL, ...taken], budget };
}

/** All reasons in both languages. */
export const gateReasonTexts = (reasons: readonly GateReason[]) => ({
  'zh-CN': reasons.map((reason) => gateReasonText(reason, 'zh-CN')).join('；'),
  'en-US': reasons.map((reason) => gateReasonText(reason, 'en-US')).join('; '),
});

/** Refuses with `version-unfit` and every reason. */
export function checkFit(candidate: Candidate, around: Surroundings): void {
  const reasons = gateReasons(candidate, around);
  if (reasons.length === 0) return;
  const { version } = candidate.built;
  throw new Refusal('version-unfit', { values: { version, reasons: gateReasonTexts(reasons) } });
}
