import { NameSettings, type SiteConfig } from '@sitedeck/contract';

const isDefault = ({ forcesHttps, hstsDays, cdn }: NameSettings): boolean =>
  !forcesHttps && hstsDays === null && !cdn;

/** Changes settings of domains; a domain with default settings has no entry. */
export function withNameSettings(
  document: SiteConfig,
  names: readonly string[],
  settings: Partial<Omit<NameSettings, 'name'>>,
): SiteConfig {
  const others = document.names.filter(({ name }) => !names.includes(name));
  const own = names.map((name) => ({
    ...(document.names.find((one) => one.name === name) ?? NameSettings.parse({ name })),
    ...settings,
  }));
  const kept = [...others, ...own.filter((one) => !isDefault(one))];
  return { ...document, names: kept.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
