import { nginxBlock, escapedForPattern, quotedPattern } from '../htaccess/nginx-text';
import { PATH, redirectByExample, rewriteByExample } from './path-form';

/** A request in Chinese or English words, and the rule that fulfils it. */
interface Recipe {
  readonly pattern: RegExp;
  /** Undefined if the words mean something else. */
  readonly rule: (found: RegExpExecArray) => string | undefined;
}

const DOMAIN = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+`;
const GOES_TO = String.raw`\s*(?:变成|变为|改成|改为|转成|转为|重写到|重写为|指向|映射到|实际访问|becomes?|to|into|means|as|->|=>|→)\s*`;
const LEADS_TO = String.raw`\s*(?:永久|临时)?(?:301|302)?\s*(?:跳转到|跳转至|跳到|跳转|重定向到|重定向至|重定向|转到|redirects?\s+to|moved?\s+to|to|->|=>|→)\s*`;
const FOLDER = String.raw`\/?([\w-]+(?:\/[\w-]+)*)\/?`;

const phrase = (source: string): RegExp => new RegExp(source, 'iu');

const refuseScripts = (folder: string) =>
  nginxBlock(
    `if ($uri ~* ${quotedPattern(`^/${escapedForPattern(folder)}/.*\\.(?:php\\d?|phtml|phar)(?:/|$)`)})`,
    'return 403;',
  );

const refuseFolder = (folder: string) =>
  nginxBlock(`if ($uri ~ ${quotedPattern(`^/${escapedForPattern(folder)}(?:/|$)`)})`, 'return 403;');

const lines = (...statements: readonly string[]) => `${statements.join('\n')}\n`;

const FORCE_HTTPS = lines(
  '# 也可在「域名」页面开启「强制 HTTPS」 / or turn on force HTTPS on the domain page',
  nginxBlock('if ($scheme = http)', 'return 301 https://$host$request_uri;'),
);
const TO_APEX = lines(
  'set $apex "";',
  nginxBlock('if ($host ~* "^www\\.(.+)$")', 'set $apex $1;'),
  nginxBlock('if ($apex)', 'return 301 $scheme://$apex$request_uri;'),
);
const TO_WWW = lines(nginxBlock('if ($host !~* "^www\\.")', 'return 301 $scheme://www.$host$request_uri;'));

function hotlinks(text: string): string {
  const domains = [...text.matchAll(new RegExp(DOMAIN, 'giu'))].map(([domain]) => domain.toLowerCase());
  const named = domains.flatMap((domain) => [domain, `*.${domain}`]);
  return lines(
    nginxBlock(
      'location ~* "\\.(?:jpe?g|png|gif|webp|bmp|mp4|mp3)$"',
      `valid_referers ${['none', 'blocked', 'server_names', ...named].join(' ')};`,
      'if ($invalid_referer) {',
      '    return 403;',
      '}',
    ),
  );
}

const EXPIRES: Readonly<Record<string, string>> = {
  天: 'd',
  日: 'd',
  小时: 'h',
  分钟: 'm',
  d: 'd',
  h: 'h',
  m: 'm',
};
const CACHED = 'css|js|jpe?g|png|gif|webp|svg|ico|woff2?|ttf';

function cache(count: string, unit: string): string | undefined {
  const short = EXPIRES[unit] ?? EXPIRES[unit[0]?.toLowerCase() ?? ''];
  if (short === undefined) return undefined;
  return lines(nginxBlock(`location ~* "\\.(?:${CACHED})$"`, `expires ${Number(count)}${short};`));
}

const APEX =
  '(?:裸域|根域名?|主域名?|不带\\s*www|去掉\\s*www|无\\s*www|apex|non-?www|without\\s+www|bare\\s+domain|root\\s+domain)';

/** Tried in this order: specific phrases precede general ones. */
export const RECIPES: readonly Recipe[] = [
  {
    pattern: phrase(
      String.raw`(?:禁止|不允许|阻止|关闭|deny|forbid|block|disable|no)\s*(?:在)?\s*${FOLDER}\s*(?:目录|文件夹|folder|directory)?\s*(?:下|中|里|内|from)?\s*(?:的)?\s*(?:执行|运行|run(?:ning)?|execut\w+)\s*(?:php|脚本|scripts?)`,
    ),
    rule: ([, folder = '']) => lines(refuseScripts(folder)),
  },
  {
    pattern: phrase(
      String.raw`(?:禁止|不允许|deny|forbid|block|disable|no)\s*(?:php|脚本|scripts?)\s*(?:execution\s+)?(?:in|在|under)\s*${FOLDER}`,
    ),
    rule: ([, folder = '']) => lines(refuseScripts(folder)),
  },
  {
    pattern: phrase(
      String.raw`^(?=.*www)(?=.*${APEX}).*${APEX}\s*(?:跳转?到?|重定向到?|转到|to|->|=>|→)\s*(?:带\s*)?www`,
    ),
    rule: () => TO_WWW,
  },
  { pattern: phrase(String.raw`www.{0,24}${APEX}|${APEX}.{0,8}(?:跳转|redirect)`), rule: () => TO_APEX },
  {
    pattern: phrase(
      String.raw`(?:强制|全站|force|always\s+use)\s*https|\bhttp\s*(?:自动)?(?:跳转?到?|转到|重定向到?|to|->|=>|→)\s*https`,
    ),
    rule: () => FORCE_HTTPS,
  },
  { pattern: phrase(String.raw`防盗链|盗链|hot-?link`), rule: ({ input }) => hotlinks(input) },
  {
    pattern: phrase(
      String.raw`(?:禁止|屏蔽|封禁|拉黑|拒绝|deny|block|ban)\s*(?:ip|地址|address)?\s*(\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?)`,
    ),
    rule: ([, network = '']) => `deny ${network};\n`,
  },
  {
    pattern: phrase(
      String.raw`(?:只允许|仅允许|allow\s+only|only\s+allow)\s*(?:ip|地址)?\s*(\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?)`,
    ),
    rule: ([, network = '']) => lines(`allow ${network};`, 'deny all;'),
  },
  {
    pattern: phrase(String.raw`(?:404|未找到|not\s+found).{0,24}?(\/[\w./-]+\.html?)`),
    rule: ([, page = '']) => `error_page 404 ${page};\n`,
  },
  {
    pattern: phrase(
      String.raw`(?:缓存|过期|cache|expires?).{0,40}?(\d{1,4})\s*(天|日|小时|分钟|days?|hours?|minutes?)`,
    ),
    rule: ([, count = '', unit = '']) => cache(count, unit),
  },
  {
    pattern: phrase(String.raw`跨域|\bcors\b`),
    rule: () => 'add_header Access-Control-Allow-Origin "*" always;\n',
  },
  {
    pattern: phrase(
      String.raw`(?:开启|打开|显示|允许|enable|show)\s*(?:目录)?(?:列表|浏览|(?:directory\s+)?listings?|autoindex)`,
    ),
    rule: () => 'autoindex on;\n',
  },
  {
    pattern: phrase(
      String.raw`(?:301|302|永久|临时|跳转|重定向|redirect|moved?).*?(${PATH})${LEADS_TO}(https?:\/\/[^\s"'<>，。]+|${PATH})`,
    ),
    rule: ([text, from = '', to = '']) =>
      redirectByExample(from, to, /302|临时|temporar/iu.test(text) ? '302' : '301'),
  },
  {
    pattern: phrase(
      String.raw`(${PATH})\s*(?:永久|临时)?\s*(?:301|302)?\s*(?:跳转到|跳转至|跳到|重定向到|重定向至|redirects?\s+to)\s*(https?:\/\/[^\s"'<>，。]+|${PATH})`,
    ),
    rule: ([text, from = '', to = '']) => redirectByExample(from, to, /302|临时/u.test(text) ? '302' : '301'),
  },
  {
    pattern: phrase(String.raw`(${PATH})${GOES_TO}(${PATH})`),
    rule: ([, from = '', to = '']) => rewriteByExample(from, to),
  },
  {
    pattern: phrase(
      String.raw`(?:禁止|不允许|拒绝|deny|forbid|block)\s*(?:访问|access\s+to)?\s*\/([\w-]+(?:\/[\w-]+)*)\/?`,
    ),
    rule: ([, folder = '']) => lines(refuseFolder(folder)),
  },
];

/** The rule of the first recipe that understands these words. */
export function ruleFromRecipes(text: string): string | undefined {
  const short = text.slice(0, 500).replace(/\s+/g, ' ').trim();
  for (const { pattern: form, rule } of RECIPES) {
    const found = form.exec(short);
    const made = found && rule(found);
    if (made !== null && made !== undefined) return made;
  }
  return undefined;
}
