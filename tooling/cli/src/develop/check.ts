import { getSurroundings, gateReasons, gateReasonText } from '@sitedeck/contract';
import { join } from 'node:path';
import type { Tools } from '../tools';
import { manifestOf } from '../remote/which-remote';
import { buildRemote, type BuiltFolder } from './build';
import { installPackage, findPackage, readPackageList } from './offered-packages';
import { textFindings } from './texts';
import { typeFindings } from './types';
import { measureSize } from './measure-size';

/** One reason against publishing. */
export interface Finding {
  readonly about: 'console' | 'texts' | 'types';
  readonly text: string;
}

export interface CheckResult {
  readonly built: BuiltFolder;
  readonly findings: readonly Finding[];
  /** SDK versions of the types it was checked against: those of consoles that may be open. */
  readonly against: readonly string[];
}

const TYPED = ['@sitedeck/contract', '@sitedeck/sdk', '@sitedeck/ui'];

/** Checks a remote for the running server: the gate's rules, texts in both languages, types of every live SDK. */
export async function checkRemote(
  folder: string,
  tools: Pick<Tools, 'call' | 'server'>,
): Promise<CheckResult> {
  const { name } = manifestOf(folder);
  const around = await tools.call(getSurroundings, { params: { name }, query: undefined, body: undefined });
  const built = await buildRemote(folder);
  const against = [...new Set(around.consoles.map(({ sdk }) => sdk))];
  const gate = gateReasons({ built: built.built, weight: measureSize(built) }, around);
  const { server } = await tools.server();
  return {
    built,
    against,
    findings: [
      ...gate.map((reason): Finding => ({ about: 'console', text: gateReasonText(reason, 'en-US') })),
      ...textFindings(folder).map((text): Finding => ({ about: 'texts', text })),
      ...(await typesAgainst(folder, server, against)),
    ],
  };
}

async function typesAgainst(folder: string, server: string, versions: readonly string[]): Promise<Finding[]> {
  const list = await readPackageList(server);
  const findings: Finding[] = [];
  for (const version of versions) {
    const packages = TYPED.map((name) => findPackage(list, name, version));
    // Keyed by digest, since a rebuilt package may have the same version number.
    const digest = packages.map(({ integrity }) => integrity.slice(7, 15).replace(/\W/g, '_')).join('');
    const held = join(folder, 'node_modules/.cache/sitedeck/types', `${version}-${digest}`);
    for (const one of packages) await installPackage(server, one, held);
    findings.push(
      ...typeFindings(folder, held).map((text): Finding => ({
        about: 'types',
        text: `SDK ${version}: ${text}`,
      })),
    );
  }
  return findings;
}
