import type { Locale, LocalizedText } from '../faults/entry';

export interface RuleEntry extends LocalizedText {
  /** A possible fix in a few words: a button or a tip. */
  readonly hint?: LocalizedText;
}

const semicolonHint: LocalizedText = { 'zh-CN': '补上分号', 'en-US': 'Add semicolon' };
const lastHint: LocalizedText = { 'zh-CN': '改用 last', 'en-US': 'Use last' };
const queryHint: LocalizedText = {
  'zh-CN': '放到「?」之后作为参数传递',
  'en-US': 'Pass it in the query string, after "?"',
};

/**
 * Faults of a host's rewrite rules, in both languages; `{name}` is replaced by a value. Only the server imports it.
 */
export const RULE_TEXTS = {
  // Syntax
  'too-long': {
    'zh-CN': '规则超过 {limit} KB，无法保存',
    'en-US': 'The rules are longer than {limit} KB',
  },
  'too-many-statements': {
    'zh-CN': '规则超过 {limit} 条，从这里开始无法保存',
    'en-US': 'Over the limit of {limit} directives from here on',
  },
  'too-many-patterns': {
    'zh-CN': '正则表达式超过 {limit} 个，从这里开始无法保存',
    'en-US': 'Over the limit of {limit} regular expressions from here on',
  },
  'too-many-dear': {
    'zh-CN': '含多个 * 或 + 的正则表达式超过 {limit} 个，从这里开始无法保存',
    'en-US': 'Over the limit of {limit} regular expressions with several * or + from here on',
    hint: { 'zh-CN': '以「^」开头并减少 * 和 +', 'en-US': 'Begin with "^" and use fewer * and +' },
  },
  'too-many-names': {
    'zh-CN': '自定义变量超过 {limit} 个，从这里开始无法保存',
    'en-US': 'Over the limit of {limit} custom variables from here on',
  },
  'grows-too-much': {
    'zh-CN': '这里的值会成倍增长，可能耗尽服务器内存',
    'en-US': "This value grows exponentially and could exhaust the server's memory",
    hint: { 'zh-CN': '减少重复使用的变量', 'en-US': 'Use each variable fewer times' },
  },
  'control-character': {
    'zh-CN': '含有不可见的控制字符（{code}）',
    'en-US': 'Invisible control character ({code})',
    hint: { 'zh-CN': '删除该字符', 'en-US': 'Delete it' },
  },
  'wide-character': {
    'zh-CN': '「{char}」是全角符号，应写成半角「{plain}」',
    'en-US': '"{char}" is full-width; use "{plain}"',
    hint: { 'zh-CN': '改为半角', 'en-US': 'Use half-width' },
  },
  'semicolon-missing': {
    'zh-CN': '{name} 规则没有以「;」结束，第 {next} 行因此无法识别',
    'en-US': '{name} is missing ";" at the end, so line {next} can\'t be read',
    hint: semicolonHint,
  },
  'semicolon-missing-here': {
    'zh-CN': '{name} 规则没有以「;」结束',
    'en-US': '{name} is missing ";" at the end',
    hint: semicolonHint,
  },
  'semicolon-alone': {
    'zh-CN': '这里多了一个「;」',
    'en-US': 'Unexpected ";"',
    hint: { 'zh-CN': '删除分号', 'en-US': 'Remove semicolon' },
  },
  'brace-missing': {
    'zh-CN': '{name} 的「{」没有对应的「}」',
    'en-US': '"{" of {name} is never closed',
    hint: { 'zh-CN': '补上「}」', 'en-US': 'Add "}"' },
  },
  'brace-extra': {
    'zh-CN': '这里的「}」没有对应的「{」',
    'en-US': 'Unexpected "}"',
    hint: { 'zh-CN': '删除「}」', 'en-US': 'Remove "}"' },
  },
  'block-alone': {
    'zh-CN': '「{」前面缺少 location 或 if',
    'en-US': '"{" needs a location or if before it',
  },
  'block-missing': {
    'zh-CN': '{name} 后面缺少「{ … }」',
    'en-US': '{name} must be followed by "{ … }"',
  },
  'block-unexpected': {
    'zh-CN': '{name} 后面不能有「{」，可能缺少「;」，或正则中的「{」没有加引号',
    'en-US': '{name} takes no "{": is a ";" missing, or is a "{" in an expression not in quotes?',
  },
  'quote-open': {
    'zh-CN': '这里的引号到行尾没有闭合',
    'en-US': 'This quote is not closed on its line',
    hint: { 'zh-CN': '补上引号', 'en-US': 'Close the quote' },
  },
  'quote-glued': {
    'zh-CN': '引号后面缺少空格或「;」',
    'en-US': 'Add a space or ";" after the quote',
  },

  // Allowed directives and contexts
  'directive-unknown': {
    'zh-CN': '不支持 {name}，伪静态可用：{known}',
    'en-US': '{name} is not available. Available directives: {known}',
  },
  'directive-misspelt': {
    'zh-CN': '不支持 {name}，是否要写 {like}？',
    'en-US': '{name} is not available. Did you mean {like}?',
    hint: { 'zh-CN': '改为正确的指令名', 'en-US': 'Correct it' },
  },
  'not-at-top': {
    'zh-CN': '{name} 要写在 location 里',
    'en-US': '{name} belongs inside a location',
  },
  'not-in-location': {
    'zh-CN': '{name} 不能写在 location 里',
    'en-US': "{name} can't be used inside a location",
  },
  'not-in-if': { 'zh-CN': '{name} 不能写在 if 里', 'en-US': "{name} can't be used inside an if" },
  'directive-twice': {
    'zh-CN': '同一处的 {name} 只能写一次，第 {first} 行已有',
    'en-US': '{name} can be used only once here; it is already on line {first}',
  },
  arguments: {
    'zh-CN': '{name} 的写法应为：{form}',
    'en-US': '{name} is written as: {form}',
  },
  'value-unfit': {
    'zh-CN': '{name} 不接受「{value}」',
    'en-US': '{name} does not accept "{value}"',
  },
  'escape-unfit': {
    'zh-CN': '这里不能使用 \\n、\\r、\\t',
    'en-US': '\\n, \\r and \\t are not allowed here',
  },

  // location
  'location-nested': {
    'zh-CN': 'location 不能写在另一个 location 里',
    'en-US': "A location can't be inside another location",
  },
  'location-twice': {
    'zh-CN': 'location {path} 重复，第 {first} 行已有',
    'en-US': 'Duplicate location {path}; it is already on line {first}',
    hint: { 'zh-CN': '合并到同一个 location', 'en-US': 'Merge both into one' },
  },
  'location-prior': {
    'zh-CN': '不支持 location ^~，它会绕过对脚本和隐藏文件的保护',
    'en-US': 'location ^~ is not available, because it bypasses the protection of scripts and hidden files',
    hint: { 'zh-CN': '去掉「^~」', 'en-US': 'Remove "^~"' },
  },
  'location-path': {
    'zh-CN': 'location 的路径要以「/」开头',
    'en-US': 'A location path must begin with "/"',
  },
  'location-name': {
    'zh-CN': 'location 的名称「{name}」只能含字母、数字和「_-」',
    'en-US': 'A location name can contain only letters, digits and "_-": {name}',
  },
  'location-unknown': {
    'zh-CN': '规则中没有 location {name}',
    'en-US': 'There is no location {name} in these rules',
  },
  'location-script': {
    'zh-CN': '匹配脚本文件的 location 里只能写 deny all 或 return 403、404',
    'en-US': 'A location for scripts can contain only deny all, or return 403 or 404',
  },
  'location-script-prefix': {
    'zh-CN': '脚本由服务器单独处理，这个 location 不会生效',
    'en-US': 'The server handles scripts itself, so this location has no effect',
    hint: { 'zh-CN': '改用 location = 或 location ~', 'en-US': 'Use location = or location ~' },
  },

  // Paths and variables
  'path-up': { 'zh-CN': '路径中不能有「..」', 'en-US': 'A path can\'t contain ".."' },
  'path-escaped': {
    'zh-CN': '路径中不能用 %XX 或反斜杠，请直接写字符',
    'en-US': "A path can't contain %XX or backslashes; write the character itself",
  },
  'path-hidden': {
    'zh-CN': '不能指向以「.」开头的文件或文件夹',
    'en-US': 'Files and folders that begin with "." are not accessible',
  },
  'path-start': {
    'zh-CN': '站内路径要以「/」开头',
    'en-US': 'A site path must begin with "/"',
  },
  'path-source': {
    'zh-CN': '这样会把脚本源码当作普通文件发给访客',
    'en-US': 'This would expose the source code of a script',
    hint: { 'zh-CN': '脚本只能写在最后一项', 'en-US': 'A script can only be the last item' },
  },
  'path-elsewhere': {
    'zh-CN': '{name} 只能指向本站路径，以「/」开头',
    'en-US': '{name} can only point to a path on this site that begins with "/"',
  },
  'try-files-form': {
    'zh-CN': '除最后一项外，try_files 只能用固定路径或 $uri，后面可加「/」或 .html 等后缀',
    'en-US':
      'Before its last item, try_files accepts fixed paths and $uri, optionally with "/" or a suffix such as .html',
  },
  'variable-unknown': {
    'zh-CN': '变量 ${name} 不可用，或没有用 set 定义',
    'en-US': '${name} is not available and not defined by set',
  },
  'variable-form': { 'zh-CN': '「$」后面缺少变量名', 'en-US': 'Missing variable name after "$"' },
  'variable-in-path': {
    'zh-CN': '${name} 由访客决定，不能用在路径里',
    'en-US': "${name} is sent by the visitor and can't be part of a path",
    hint: queryHint,
  },
  'variable-in-host': {
    'zh-CN': '${name} 由访客决定，不能用在跳转的域名里',
    'en-US': "${name} is sent by the visitor and can't be the domain of a redirect",
  },
  'variable-here': {
    'zh-CN': '这里不能使用变量',
    'en-US': 'Variables are not allowed here',
  },
  'variable-secret': {
    'zh-CN': '${name} 不能在规则中读取',
    'en-US': "${name} can't be read by rules",
  },
  'capture-unknown': {
    'zh-CN': '${number} 没有对应的括号',
    'en-US': '${number} has no matching group',
  },
  'name-taken': {
    'zh-CN': '${name} 是服务器的变量，不能用 set 修改',
    'en-US': "${name} is a server variable that set can't change",
    hint: { 'zh-CN': '换一个变量名', 'en-US': 'Choose another name' },
  },
  'name-unfit': {
    'zh-CN': '变量名「{name}」只能含字母、数字和「_」，不超过 32 个字符',
    'en-US': 'A variable name can contain letters, digits and "_", up to 32 characters: {name}',
  },

  // rewrite, break and redirects
  'flag-unknown': {
    'zh-CN': 'rewrite 的标记只能是 last、redirect 或 permanent，不能是「{flag}」',
    'en-US': 'The flag of rewrite must be last, redirect or permanent, not "{flag}"',
  },
  'flag-break': {
    'zh-CN': '不支持 rewrite … break，它会绕过对脚本源码的保护',
    'en-US': 'rewrite … break is not available, because it would expose the source code of scripts',
    hint: lastHint,
  },
  'break-after-rewrite': {
    'zh-CN': 'location 里没有标记的 rewrite 之后不能用 break',
    'en-US': "In a location, break can't follow a rewrite without a flag",
    hint: { 'zh-CN': '给 rewrite 加上 last', 'en-US': 'Give the rewrite the flag last' },
  },
  'test-after-rewrite': {
    'zh-CN': '第 {line} 行的 rewrite 没有标记，之后不能检查文件是否存在',
    'en-US': "The rewrite on line {line} has no flag, so files can't be tested after it",
    hint: { 'zh-CN': '给 rewrite 加上 last', 'en-US': 'Give the rewrite the flag last' },
  },
  'redirect-start': {
    'zh-CN': '跳转目标要以「/」、http:// 或 https:// 开头',
    'en-US': 'A redirect target must begin with "/", http:// or https://',
  },
  'code-unfit': {
    'zh-CN': '状态码 {code} 不能用在这里',
    'en-US': "Status {code} can't be used here",
  },

  // if
  'if-form': {
    'zh-CN': 'if 的写法应为：if ($变量 ~ 正则) { … } 或 if (!-e $request_filename) { … }',
    'en-US': 'if is written as: if ($variable ~ expression) { … } or if (!-e $request_filename) { … }',
  },
  'if-file': {
    'zh-CN': '-f、-d、-e、-x 只能检查 $request_filename',
    'en-US': '-f, -d, -e and -x can only test $request_filename',
    hint: { 'zh-CN': '改为 $request_filename', 'en-US': 'Use $request_filename' },
  },

  // Regular expressions
  'pattern-unfit': {
    'zh-CN': '正则表达式有误：{found}',
    'en-US': 'Invalid regular expression at: {found}',
  },
  'pattern-construct': {
    'zh-CN': '正则表达式中不能使用 {found}',
    'en-US': '{found} is not available in regular expressions',
  },
  'pattern-too-large': {
    'zh-CN': '正则表达式展开后过大，请减小重复次数',
    'en-US': 'The regular expression expands too much; reduce the repetitions',
  },

  // Headers
  'header-reserved': {
    'zh-CN': '响应头 {name} 由服务器设置，不能添加',
    'en-US': 'The header {name} is set by the server',
  },
  'header-name': {
    'zh-CN': '响应头名称「{name}」只能含字母、数字和「-」',
    'en-US': 'A header name can contain only letters, digits and "-": {name}',
  },
} as const satisfies Readonly<Record<string, RuleEntry>>;

export type RuleFault = keyof typeof RULE_TEXTS;

/** LocalizedText of a rule's fault, and of its possible fix. */
export function ruleText(
  reason: RuleFault,
  locale: Locale,
  values: Readonly<Record<string, string>> = {},
): { readonly message: string; readonly hint?: string } {
  const entry: RuleEntry = RULE_TEXTS[reason];
  const message = entry[locale].replace(
    /\{(\w+)\}/g,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  return { message, ...(entry.hint && { hint: entry.hint[locale] }) };
}
