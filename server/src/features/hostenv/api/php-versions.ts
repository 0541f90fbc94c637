/** Month in which the PHP project ends security updates of a version, from its table of supported versions. */
const SUPPORTED_UNTIL: Readonly<Record<string, string>> = {
  '7.4': '2022-11',
  '8.0': '2023-11',
  '8.1': '2025-12',
  '8.2': '2026-12',
  '8.3': '2027-12',
  '8.4': '2028-12',
  '8.5': '2029-12',
};

/** Lists every known version, oldest first. */
export const phpVersions = (installed: readonly string[]) =>
  Object.entries(SUPPORTED_UNTIL).map(([version, supportedUntil]) => ({
    version,
    supportedUntil,
    installed: installed.includes(version),
    inUse: installed.includes(version),
  }));
