import { readFile, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, type PHP_PARAMETERS } from '@sitedeck/contract';
import { z } from 'zod';
import { withDisabledFunctions } from '#sites/config/settings/php';
import { storedJson } from '#state/stored-json';
import { instanceOf } from '#system/nginx/instance';
import { iniSections } from '#system/php/ini';
import { phpConfiguration } from '#system/php/configuration';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';
import { waitForLog } from '#testing/wait-for-log';

const MIB = 1_048_576;
const Php = z.object({
  config: z.object({ version: z.string().nullable(), parameters: z.record(z.string(), z.string()) }),
  served: z.boolean(),
  versions: z.array(z.object({ version: z.string(), installed: z.boolean(), inUse: z.boolean() })),
});
const Choices = z.object({
  choices: z.array(z.object({ value: z.unknown(), label: z.string() })),
  current: z.unknown(),
});
const Report = z.object({
  version: z.string(),
  sapi: z.string(),
  extensions: z.array(z.object({ name: z.string(), version: z.string() })),
  settings: z.array(z.object({ key: z.string(), value: z.string(), origin: z.string() })),
});
const Values = z.record(z.string(), z.union([z.string(), z.literal(false)]));

const PAGES = {
  'ini.php': '<?php foreach (explode(",", $_GET["k"]) as $k) $all[$k] = ini_get($k); echo json_encode($all);',
  'warn.php': '<?php echo $missing; echo "end";',
  'short.php': '<? echo "short";',
  'take.php':
    '<?php echo isset($_FILES["f"]) ? $_FILES["f"]["error"] . ":" . $_FILES["f"]["size"] : "none:" . count($_POST);',
  'zones.php': '<?php echo json_encode(timezone_identifiers_list(DateTimeZone::ALL_WITH_BC));',
  'calls.php': '<?php foreach (explode(",", $_GET["f"]) as $f) echo (int) function_exists($f);',
  'busy.php': '<?php while (true) {}',
  'plain.html': 'static',
};

/** Uploads a form with one file; resolves to the status and the page's text. */
function upload(port: number, site: ServedSite, bytes: number): Promise<string> {
  const [head, tail] = [
    '--b\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\n\r\n',
    '\r\n--b--\r\n',
  ];
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes), Buffer.from(tail)]);
  const headers = {
    host: `${site.code}.localhost`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: '/take.php', method: 'POST', headers, agent: false };
    const asking = request(to, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve(`${reply.statusCode} ${text}`));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** Whether nginx accepts a body of this size: it answers `100 Continue`, or 413 at once. */
function takes(port: number, site: ServedSite, bytes: number): Promise<boolean> {
  const headers = { host: `${site.code}.localhost`, expect: '100-continue', 'content-length': bytes };
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: '/take.php', method: 'POST', headers, agent: false };
    const asking = request(to, (reply) => {
      resolve(reply.statusCode !== 413);
      asking.destroy();
    });
    asking.on('continue', () => {
      resolve(true);
      asking.destroy();
    });
    asking.on('error', reject);
    asking.flushHeaders();
  });
}

describe('PHP of a site', () => {
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;
  let net: ServedSite;

  const ini = async (site: ServedSite, ...keys: string[]) =>
    Values.parse(JSON.parse((await site.visit(`/ini.php?k=${keys.join(',')}`)).body));
  const set = async (path: string, json?: unknown) => {
    const answer = await mine.post(`config/php/${path}`, json);
    expect([path, answer.code, answer.msg]).toEqual([path, '200', expect.anything()]);
  };
  const param = (key: string, value: string) =>
    mine.post('config/php/updatePhpParam', { phpIniKey: key, phpIniValue: value });
  const get = (path: string, locale = 'en') =>
    mine.owner.request(`/api/vhost/config/php/${path}`, {
      method: 'GET',
      headers: { 'accept-language': locale },
    });
  const parameters = async () => Php.parse((await mine.post('config/php/config')).res).config.parameters;
  const clear = () => mine.post('clearConfig');

  beforeAll(async () => {
    sites = await serveSites();
    mine = await sites.site('mine');
    other = await sites.site('other');
    net = await sites.site('net', 'NET');
    for (const site of [mine, other])
      for (const [name, text] of Object.entries(PAGES)) await site.put(name, text);
  });
  afterAll(() => sites.close());

  describe('has standard values that it reports and PHP uses', () => {
    it.each([
      ['memory_limit', '128M'],
      ['max_execution_time', '120'],
      ['max_input_time', '60'],
      ['upload_max_filesize', '64M'],
      ['post_max_size', '128M'],
      ['error_reporting', '5111'],
      ['date.timezone', 'Asia/Shanghai'],
      ['output_buffering', '4096'],
      ['disable_functions', 'chown,fsockopen,assert'],
    ])('sets %s to %s', async (key, value) => {
      expect(await ini(mine, key)).toEqual({ [key]: value });
    });
  });

  it('accepts forms up to the size set (nginx slightly larger ones), for this site alone', async () => {
    const { port } = sites.node;
    await set('maxUploadSize/1');
    expect(await upload(port, mine, 0.5 * MIB)).toBe(`200 0:${0.5 * MIB}`);
    expect(await upload(port, mine, 1.5 * MIB)).toBe('200 1:0');
    expect(await upload(port, other, 1.5 * MIB)).toBe(`200 0:${1.5 * MIB}`);
    expect(await takes(port, mine, 140 * MIB)).toBe(false);
    await set('maxUploadSize/300');
    expect(await ini(mine, 'post_max_size', 'upload_max_filesize')).toEqual({
      post_max_size: '302M',
      upload_max_filesize: '300M',
    });
    expect(await takes(port, mine, 301 * MIB)).toBe(true);
    expect(await takes(port, mine, 310 * MIB)).toBe(false);
    expect(await upload(port, mine, 1.5 * MIB)).toBe(`200 0:${1.5 * MIB}`);
    expect(await takes(port, other, 140 * MIB)).toBe(false);
    await set('upload/off');
    expect(await upload(port, mine, 1000)).toBe('200 none:0');
    await clear();
  });

  it('raises the form limit with the upload limit, and never lowers it', async () => {
    await set('updatePhpParam', { phpIniKey: 'post_max_size', phpIniValue: '70' });
    await set('maxUploadSize/90');
    expect(await parameters()).toEqual({ post_max_size: '90M' });
    const answer = await param('post_max_size', '80M');
    expect([answer.reason, answer.msg]).toEqual(['php-value-refused', expect.stringContaining('90 to 2100')]);
    await clear();
  });

  it('shows and logs errors as set', async () => {
    const log = join(sites.node.root(mine.code), 'logs/php-error.log');
    expect((await mine.visit('/warn.php')).body).toBe('end');
    expect(await waitForLog(log, 'Undefined variable')).toContain('$missing');
    await set('lang/displayErrors/on');
    expect((await mine.visit('/warn.php')).body).toContain('Undefined variable');
    expect((await other.visit('/warn.php')).body).toBe('end');
    await set('updatePhpParam', { phpIniKey: 'error_reporting', phpIniValue: 'E_ALL & ~E_WARNING' });
    expect((await mine.visit('/warn.php')).body).toBe('end');
    await set('errorLog/off');
    expect((await ini(mine, 'log_errors'))['log_errors']).toMatch(/^(?:0|off)?$/);
    expect(await ini(other, 'log_errors')).toEqual({ log_errors: '1' });
    await clear();
  });

  it('reads short tags and buffers output only where set', async () => {
    expect((await mine.visit('/short.php')).body).toBe(PAGES['short.php']);
    await set('lang/shortOpenTag/on');
    await set('ob/off');
    expect((await mine.visit('/short.php')).body).toBe('short');
    expect((await other.visit('/short.php')).body).toBe(PAGES['short.php']);
    expect(await ini(mine, 'output_buffering')).toEqual({ output_buffering: '0' });
    expect(await ini(other, 'output_buffering')).toEqual({ output_buffering: '4096' });
    await clear();
  });

  it('runs and shows no script while PHP is off', async () => {
    await set('lang/php/off');
    const reply = await mine.visit('/warn.php');
    expect(reply.status).toBe(404);
    expect(reply.body).not.toContain('$missing');
    expect((await mine.visit('/warn.php/more')).status).toBe(404);
    expect((await mine.visit('/plain.html')).body).toBe('static');
    expect((await other.visit('/warn.php')).body).toBe('end');
    await set('lang/php/on');
    expect((await mine.visit('/warn.php')).body).toBe('end');
    await clear();
  });

  it('denies scripts the disabled functions, and no others', async () => {
    const existsFor = (site: ServedSite) =>
      site.visit('/calls.php?f=chown,fsockopen,exec,strrev').then(({ body }) => body);
    expect(await existsFor(mine)).toBe('0011');
    await set('disableFuncs/ EXEC , strrev,not_there_at_all');
    expect(await existsFor(mine)).toBe('1100');
    expect(await existsFor(other)).toBe('0011');
    await set('disableFuncs/none');
    expect(await existsFor(mine)).toBe('1111');
    const many = Array.from({ length: 400 }, (_, index) => `some_function_${index}`);
    await set(`disableFuncs/${[...many, 'exec'].join(',')}`);
    expect(await existsFor(mine)).toBe('1101');
    await clear();
  });

  describe('uses every parameter as set, for this site alone', () => {
    const GIVEN = {
      memory_limit: ['96', '96M'],
      max_execution_time: ['30', '30'],
      max_input_time: ['77', '77'],
      max_input_vars: ['1234', '1234'],
      max_file_uploads: ['7', '7'],
      post_max_size: ['200M', '200M'],
      default_socket_timeout: ['9', '9'],
      'session.gc_maxlifetime': ['999', '999'],
      'session.cookie_lifetime': ['600', '600'],
      'session.cookie_secure': ['on', '1'],
      'session.cookie_samesite': ['strict', 'Strict'],
      default_charset: ['gbk', 'GBK'],
      'zlib.output_compression': ['on', '1'],
      allow_url_fopen: ['off', '0'],
      'opcache.enable': ['off', '0'],
      'opcache.revalidate_freq': ['5', '5'],
      'date.timezone': ['europe/berlin', 'Europe/Berlin'],
      error_reporting: ['E_ERROR | E_PARSE', '5'],
    } as const satisfies Record<keyof typeof PHP_PARAMETERS, readonly [string, string]>;
    let before: z.infer<typeof Values>;
    const flat = (value: string | false | undefined) => (value === '' || value === 'off' ? '0' : value);

    beforeAll(async () => {
      before = await ini(other, ...Object.keys(GIVEN));
      for (const [key, [given]] of Object.entries(GIVEN)) expect((await param(key, given)).code).toBe('200');
    });
    afterAll(clear);

    it.each(Object.entries(GIVEN))('%s', async (key, [, seen]) => {
      const now = await mine.visit(`/ini.php?k=${key}`, { 'accept-encoding': 'identity' });
      expect(flat(Values.parse(JSON.parse(now.body))[key])).toBe(seen);
      expect((await ini(other, key))[key]).toBe(before[key]);
    });
  });

  it('extends the timeouts of nginx and php-fpm with the script time limit', async () => {
    const waits = async () => {
      const pools = await readFile(join(phpConfiguration(sites.node.places).current, 'fpm.conf'), 'utf8');
      const { current } = instanceOf(sites.node.places, 'sites');
      const nginx = await readFile(join(current, `hosts/${mine.code}.site`), 'utf8');
      const pool = iniSections(pools).get(mine.code) ?? '';
      return [
        /request_terminate_timeout = "(\d+)s"/.exec(pool)?.[1],
        /fastcgi_read_timeout (\d+)s;/.exec(nginx)?.[1],
      ];
    };
    expect(await waits()).toEqual(['300', '305']);
    await param('max_execution_time', '600');
    expect(await waits()).toEqual(['780', '785']);
    await clear();
  });

  it('ends a script that exceeds its time limit', async () => {
    await param('max_execution_time', '1');
    await set('lang/displayErrors/on');
    expect((await mine.visit('/busy.php')).body).toContain('Maximum execution time of 1 second');
    await clear();
  });

  it('lets scripts change what PHP permits, but no locked setting', async () => {
    await mine.put(
      'change.php',
      '<?php foreach (["memory_limit" => "-1", "max_execution_time" => "0", "precision" => "7", "open_basedir" => "/", "sendmail_path" => "/bin/sh", "error_log" => "/tmp/x"] as $k => $v) { @ini_set($k, $v); $all[$k] = ini_get($k); } echo json_encode($all);',
    );
    const seen = Values.parse(JSON.parse((await mine.visit('/change.php')).body));
    expect(seen).toMatchObject({ precision: '7', memory_limit: '128M', max_execution_time: '120' });
    expect(seen['open_basedir']).not.toBe('/');
    expect(seen['sendmail_path']).not.toBe('/bin/sh');
    expect(seen['error_log']).toContain('logs/php-error.log');
  });

  it('runs the version of the node; lists the other versions and refuses them', async () => {
    const installed = sites.node.hosts.queries.runtimes().PHP?.replace(/^(\d+\.\d+).*/, '$1') ?? 'none';
    const reported = Php.parse((await mine.post('config/php/config')).res);
    expect(reported.served).toBe(true);
    expect(reported.versions.filter((one) => one.installed).map(({ version }) => version)).toEqual([
      installed,
    ]);
    expect(reported.versions.map(({ version }) => version)).toEqual(
      expect.arrayContaining(['7.4', '8.0', '8.4']),
    );
    await set(`changeVersion/${installed}`);
    expect(Php.parse((await mine.post('config/php/config')).res).config.version).toBe(installed);
    for (const version of ['7.4', '..%2F8.2', '8.2%0A', '8', '99.9']) {
      const answer = await mine.post(`config/php/changeVersion/${version}`);
      expect([answer.code, answer.reason]).toEqual(['400', 'php-not-installed']);
    }
    await clear();
  });

  it('offers error levels in the user’s language, and says which are in force', async () => {
    const [en, zh] = [
      Choices.parse((await get('getPhpErrorPort')).res),
      Choices.parse((await get('getPhpErrorPort', 'zh')).res),
    ];
    expect(en.choices.map(({ label }) => label)).toContain('None');
    expect(zh.choices.map(({ label }) => label)).toContain('不报告');
    expect(en.choices.map(({ value }) => value)).toContainEqual(en.current);
    for (const { value } of en.choices) {
      const text = z.array(z.string()).parse(value).join(' | ');
      if (text !== '') expect((await param('error_reporting', text)).code).toBe('200');
      expect(Choices.parse((await get('getPhpErrorPort')).res).current).toEqual(
        text === '' ? expect.anything() : value,
      );
    }
    await clear();
  });

  it('offers time zones that PHP knows, each with its offset, Shanghai first', async () => {
    const { choices, current } = Choices.parse((await get('getPhpTimeZone')).res);
    expect(choices[0]).toEqual({ value: 'Asia/Shanghai', label: 'Asia/Shanghai (UTC+08:00)' });
    expect(current).toBe('Asia/Shanghai');
    const known = new Set(z.array(z.string()).parse(JSON.parse((await mine.visit('/zones.php')).body)));
    expect(choices.filter(({ value }) => !known.has(String(value)))).toEqual([]);
  });

  describe('the report of a site’s PHP', () => {
    const report = async () => Report.parse((await mine.post('config/php/report')).res);
    const one = async (key: string) => (await report()).settings.find((setting) => setting.key === key);

    it('names version, extensions, and the origin of each setting', async () => {
      await param('memory_limit', '96M');
      await mine.put('.user.ini', 'max_input_vars = 4321\nopen_basedir = /\nmemory_limit = 97M\n');
      const reported = await report();
      expect(reported.version).toBe(sites.node.hosts.queries.runtimes().PHP);
      expect(reported.sapi).toBe('fpm-fcgi');
      expect(reported.extensions.map(({ name }) => name)).toEqual(expect.arrayContaining(['Core', 'json']));
      const of = (key: string) => reported.settings.find((setting) => setting.key === key);
      expect(of('max_input_vars')).toMatchObject({ value: '4321', origin: 'userIni' });
      expect(of('memory_limit')).toMatchObject({ value: '96M', origin: 'site' });
      expect(of('open_basedir')).toMatchObject({ value: '/wwwroot/:/staging/:/data/:/tmp/', origin: 'node' });
      expect(of('max_execution_time')).toMatchObject({ value: '120', origin: 'standard' });
      expect(of('precision')).toMatchObject({ value: '14', origin: 'engine' });
      expect(JSON.stringify(reported)).not.toContain(sites.node.root(mine.code));
      await mine.put('.user.ini', '');
      expect(await one('memory_limit')).toMatchObject({ value: '96M', origin: 'site' });
      await clear();
    });

    it('refuses a report if the site has disabled functions that it needs', async () => {
      await set('disableFuncs/ini_get_all');
      const answer = await mine.post('config/php/report');
      expect([answer.reason, answer.msg]).toEqual([
        'php-report-refused',
        expect.stringContaining('ini_get_all'),
      ]);
      await clear();
    });

    it('is not served to visitors', async () => {
      for (const path of ['/report.php', '/report/report.php', '/../report/report.php'])
        expect((await mine.visit(path)).status).not.toBe(200);
    });
  });

  describe('refuses what could break out of its configuration', () => {
    const KEYS = [
      'auto_prepend_file',
      'auto_append_file',
      'open_basedir',
      'extension',
      'zend_extension',
      'sendmail_path',
      'disable_functions',
      'error_log',
      'include_path',
      'upload_tmp_dir',
      'session.save_path',
      'allow_url_include',
      'enable_dl',
      'MEMORY_LIMIT',
      'Memory_Limit',
      'memory_limit ',
      'memory_limit[x]',
      'memory_limit]\n[global',
      '__proto__',
      'constructor',
      'php_admin_value[open_basedir]',
    ];
    it.each(KEYS)('refuses the key %j', async (key) => {
      const answer = await param(key, '128M');
      expect([answer.code, answer.reason, answer.field]).toEqual([
        '400',
        'php-parameter-unknown',
        'phpIniKey',
      ]);
    });

    const VALUES: [string, string][] = [
      ['memory_limit', '128M\nphp_admin_value[open_basedir] = /'],
      ['memory_limit', '128M"'],
      ['memory_limit', "128M'"],
      ['memory_limit', '128M;x'],
      ['memory_limit', '${open_basedir}'],
      ['memory_limit', '-1'],
      ['memory_limit', '1e9'],
      ['memory_limit', '0x80M'],
      ['memory_limit', '15'],
      ['memory_limit', '1025'],
      ['memory_limit', '2G'],
      ['memory_limit', '128K'],
      ['memory_limit', ''],
      ['memory_limit', '9'.repeat(1000)],
      ['memory_limit', '１２８'],
      ['max_execution_time', '0'],
      ['max_execution_time', '601'],
      ['max_execution_time', '1.5'],
      ['max_execution_time', '30 '.repeat(2)],
      ['date.timezone', '../../etc/passwd'],
      ['date.timezone', 'Asia/Shanghai\n'.repeat(2)],
      ['date.timezone', 'Nowhere/City'],
      ['date.timezone', '+08:00'],
      ['error_reporting', 'E_ALL; phpinfo()'],
      ['error_reporting', 'E_ALL & ~'],
      ['error_reporting', '(((('],
      ['error_reporting', '99999'],
      ['session.cookie_samesite', 'Lax; Secure'],
      ['default_charset', 'UTF-7'],
      ['default_charset', 'UTF-8"\r\nX: y'],
      ['allow_url_fopen', 'maybe'],
      ['opcache.enable', '2'],
    ];
    it.each(VALUES)('refuses %s = %j, and names the expected values', async (key, value) => {
      const answer = await param(key, value);
      expect([answer.code, answer.reason, answer.field]).toEqual(['400', 'php-value-refused', 'phpIniValue']);
    });

    it.each([
      'shell exec',
      'exec;system',
      'exec\nsystem',
      'a"b',
      "a'b",
      'a$b',
      'Foo::bar',
      'foo\\bar',
      '1abc',
      'none,exec-x',
      'x'.repeat(65),
    ])('refuses to disable %j', async (names) => {
      const answer = await mine.post(`config/php/disableFuncs/${encodeURIComponent(names)}`);
      expect([answer.code, answer.reason]).toEqual(['400', 'php-function-refused']);
    });

    it('refuses too many function names', async () => {
      const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
      const answer = await mine.post(`config/php/disableFuncs/${names(501).join(',')}`);
      expect(answer.reason).toBe('php-functions-many');
      const document = await mine.config();
      expect(() => withDisabledFunctions(document, names(10_000))).toThrow('php-functions-many');
    });

    it('refuses a NUL in any field', async () => {
      for (const answer of [
        await param('memory_limit\0', '128M'),
        await param('memory_limit', '128M\0'),
        await mine.post('config/php/disableFuncs/exec%00'),
        await net.post('config/dotnet/scriptError/custom', { msg: 'a\0b' }),
      ])
        expect([answer.code, answer.reason]).toEqual(['400', 'bad-input']);
    });

    it.each([
      'lang/eval/on',
      'lang/php/maybe',
      'errorLog/2',
      'maxUploadSize/0',
      'maxUploadSize/2049',
      'maxUploadSize/x',
    ])('refuses %s', async (path) => {
      expect((await mine.post(`config/php/${path}`)).code).toBe('400');
    });

    afterAll(async () => {
      expect(await parameters()).toEqual({});
      expect(await ini(mine, 'memory_limit')).toEqual({ memory_limit: '128M' });
    });
  });

  describe('with a document that was written without the API', () => {
    const tamper = async (parameters: Record<string, string>) => {
      const document = await mine.config();
      const version = Php.extend({ version: z.number() }).parse(
        (await mine.post('config/php/config')).res,
      ).version;
      const row = {
        host_code: mine.code,
        version: version + 1,
        document: storedJson({ ...document, php: { ...document.php, parameters } }),
        operator: 'nobody',
        role: null,
        action: 'tampered',
      };
      await sites.api.test.db.insertInto('site_config').values(row).execute();
      return version;
    };

    it.each([
      [{ auto_prepend_file: '/etc/passwd' }],
      [{ memory_limit: '128M\nphp_admin_value[open_basedir] = /' }],
      [{ memory_limit: '99999M' }],
      [{ 'memory_limit]\n[global': '1' }],
      [{ 'date.timezone': '../../etc/passwd' }],
    ])('keeps the last good PHP configuration, and other sites get theirs: %j', async (parameters) => {
      await param('memory_limit', '95M');
      const version = await tamper(parameters);
      const body = { phpIniKey: 'memory_limit', phpIniValue: '97M' };
      expect((await other.post('config/php/updatePhpParam', body)).code).toBe('200');
      expect(await ini(other, 'memory_limit')).toEqual({ memory_limit: '97M' });
      expect(await ini(mine, 'memory_limit', 'auto_prepend_file')).toEqual({
        memory_limit: '95M',
        auto_prepend_file: '',
      });
      expect((await mine.post('config/php/lang/displayErrors/on')).reason).toBe('config-refused');
      expect((await mine.post(`config/revert/${version}`)).code).toBe('200');
      await other.post('clearConfig');
    });
    afterAll(clear);
  });

  it.each([0, 15, 60])(
    'serves the old or the new settings when every php-fpm is killed %i ms into a change',
    async (ms) => {
      const { current } = phpConfiguration(sites.node.places);
      const before = await readlink(current);
      const changing = param('memory_limit', '93M');
      while ((await readlink(current)) === before) await sleep(2);
      await sleep(ms);
      for (const site of [mine, other]) sites.node.php?.runOf(HostCode.parse(site.code))?.kill();
      await changing;
      await sites.node.startPhp();
      for (const site of [mine, other]) expect((await site.visit('/calls.php?f=strrev')).body).toBe('1');
      expect(['93M', '128M']).toContain((await ini(mine, 'memory_limit'))['memory_limit']);
      expect((await param('memory_limit', '94M')).code).toBe('200');
      expect(await ini(mine, 'memory_limit')).toEqual({ memory_limit: '94M' });
      await clear();
    },
  );

  describe('.NET', () => {
    const net0 = () => net.post('config/dotnet/config');

    it('keeps the settings, and says which runtime applies them', async () => {
      for (const path of ['trustedLevel/medium', 'changeVersion/v4.0/Classic'])
        expect((await net.post(`config/dotnet/${path}`)).code).toBe('200');
      expect((await net.post('config/dotnet/scriptError/1', { msg: 'Sorry\r\n抱歉' })).code).toBe('200');
      expect((await net0()).res).toMatchObject({
        config: { version: '4.0', mode: 'classic', trustLevel: 'Medium' },
        scriptError: { notify: 'custom', msg: 'Sorry\n抱歉' },
        runtime: sites.node.engines.mono?.version ?? null,
        trustEnforced: false,
      });
    });

    it.each([
      ['0', '', 'off'],
      ['off', '', 'off'],
      ['on', '', 'details'],
      ['1', 'words', 'custom'],
      ['details', '', 'details'],
      ['custom', 'words', 'custom'],
    ])('reads %j with %j as %s', async (given, msg, notify) => {
      expect((await net.post(`config/dotnet/scriptError/${given}`, { msg })).code).toBe('200');
      expect((await net0()).res).toMatchObject({ scriptError: { notify, msg } });
    });

    it.each([
      ['trustedLevel/Root', {}, 'setting-choice-refused'],
      ['trustedLevel/..%2FFull', {}, 'setting-choice-refused'],
      ['changeVersion/5.0/classic', {}, 'setting-choice-refused'],
      ['changeVersion/4.0/x%22', {}, 'setting-choice-refused'],
      ['scriptError/maybe', { msg: '' }, 'setting-choice-refused'],
      ['scriptError/custom', { msg: ' ' }, 'script-error-words-missing'],
      ['scriptError/custom', { msg: 'a\u0007b' }, 'script-error-words-refused'],
    ])('refuses %s %j', async (path, json, reason) => {
      expect((await net.post(`config/dotnet/${path}`, json)).reason).toBe(reason);
    });

    it('applies to no PHP site', async () => {
      expect((await mine.post('config/dotnet/trustedLevel/Full')).code).toBe('403');
    });
  });
});
