import type { RemoteStatus, StoredVersion, Traffic } from '@sitedeck/contract';
import { table } from '../print';

/** Who gets which version, one line each. */
export function trafficLines({ current, previous, rollout, pins }: Traffic): readonly string[] {
  return [
    `everybody  ${current ?? 'nothing'}`,
    ...(rollout ? [`${rollout.percent} %`.padEnd(11) + rollout.version] : []),
    ...Object.entries(pins).map(([account, version]) => `${account.padEnd(10)} ${version}`),
    ...(previous === null ? [] : [`before     ${previous}`]),
  ];
}

const HEAD = ['VERSION', 'PUBLISHED', 'BY', 'KB', 'LOADS 24H', 'MEDIAN MS', 'ERRORS', 'WHY'];

function versionRow({ version, publishTime, publisher, bytes, health, why }: StoredVersion): string[] {
  const errors = Object.entries(health.errors).map(([stage, count]) => `${stage} ${count}`);
  return [
    version,
    publishTime.slice(0, 16),
    publisher,
    String(Math.ceil(bytes / 1000)),
    String(health.loads),
    health.medianMs === null ? '-' : String(Math.round(health.medianMs)),
    errors.join(', ') || '-',
    why,
  ];
}

/** All lines about one remote. */
export function statusLines({ name, revision, traffic, versions, history }: RemoteStatus): string {
  const unfit = versions.flatMap(({ version, unfit: reasons }) =>
    reasons === null ? [] : [`${version} does not fit: ${reasons}`],
  );
  return [
    `${name}, revision ${revision}`,
    ...trafficLines(traffic),
    '',
    table(HEAD, versions.map(versionRow)),
    ...unfit,
    '',
    table(
      ['REVISION', 'TIME', 'WHO', 'WHAT', 'WHY'],
      history.map((row) => [String(row.revision), row.time.slice(0, 16), row.who, row.what, row.why]),
    ),
  ].join('\n');
}
