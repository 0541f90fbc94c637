/** Where applications write their table prefix. Groups: what comes before, the quote, a database name, the prefix. */
const ASSIGNED = [
  // WordPress, MediaWiki, Joomla.
  String.raw`\$(?:table_prefix|wgDBprefix|dbprefix)\s*=\s*`,
  // Discuz, phpBB and others: `$config['tablepre'] = …`, `'prefix' => …`, Z-Blog's `ZC_MYSQL_PRE`.
  String.raw`['"](?:tablepre|table_prefix|db_prefix|database_prefix|prefix|DB_PREFIX|ZC_MYSQL_PRE)['"]\]?\s*(?:=>|=)\s*`,
  String.raw`define\(\s*['"](?:DB_PREFIX|TABLE_PREFIX|UC_DBTABLEPRE)['"]\s*,\s*`,
  // Typecho: `new \Typecho\Db('Pdo_Mysql', 'typecho_')`.
  String.raw`new\s+\\?Typecho(?:\\Db|_Db)\(\s*['"]\w+['"]\s*,\s*`,
].join('|');
const QUOTED = new RegExp(`(${ASSIGNED})(['"])(\`[^\`'"]{1,64}\`\\.)?(\\w{0,32})\\2`, 'g');
const IN_ENV = /^(DB_(?:TABLE_)?PREFIX=)(["']?)()(\w{0,32})\2$/gm;

const PATTERNS = [QUOTED, IN_ENV];

/** The table prefixes that a configuration file names; empty: none, so that its tables are not known. */
export function prefixesIn(text: string): readonly string[] {
  const found = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[4] ?? ''));
  return [...new Set(found)];
}

/** The same text with other prefixes. */
export function withPrefixes(text: string, change: (prefix: string) => string): string {
  const replaced = (...match: readonly string[]) => {
    const [, before = '', quote = '', database = '', prefix = ''] = match;
    return `${before}${quote}${database}${change(prefix)}${quote}`;
  };
  return PATTERNS.reduce((changed, pattern) => changed.replace(pattern, replaced), text);
}
