<?php
// Makes an unpacked DokuWiki a working wiki. It keeps everything in files, so an update has nothing to do.

function fail(string $why): never {
    fwrite(STDERR, "$why\n");
    exit(1);
}

function put(string $file, string $content): void {
    if (file_put_contents($file, $content) === false) fail("$file can not be written");
}

$request = json_decode(stream_get_contents(STDIN), true) ?? fail('The request can not be read');
if ($request['act'] === 'update') exit(0);

const DATA = [
    'attic', 'cache', 'index', 'locks', 'log', 'media', 'media_attic', 'media_meta', 'meta', 'pages', 'tmp',
];
foreach (DATA as $name) if (!is_dir("data/$name")) mkdir("data/$name", 0700, true);
// The web server runs as another user than the wiki: it can read neither pages nor settings, also before it has rules.
foreach (['data', 'conf'] as $name) chmod($name, 0700);

$settings = [
    'title' => $request['title'],
    'lang' => $request['language'] === 'zh-CN' ? 'zh' : 'en',
    'useacl' => 1,
    'superuser' => '@admin',
    'passcrypt' => 'bcrypt',
    // Addresses such as doku.php/start need no rules of the web server.
    'userewrite' => 2,
    'useslash' => 1,
    'disableactions' => 'register',
    // Holds also in folders that were there before, which keep their modes.
    'dmode' => 0700,
    'fmode' => 0600,
    // Debian and the catalogue bring new versions.
    'updatecheck' => 0,
];
$lines = ['<?php'];
foreach ($settings as $name => $value) $lines[] = "\$conf['$name'] = " . var_export($value, true) . ';';
put('conf/local.php', implode("\n", $lines) . "\n");
const CLOSED = "# <?php exit()?>\n";
// Visitors read, users write and upload.
put('conf/acl.auth.php', CLOSED . "*\t@ALL\t1\n*\t@user\t8\n");
put('conf/users.auth.php', CLOSED);
put('conf/plugins.local.php', "<?php\n");
foreach (['userstyle.css', 'userprint.css'] as $name) put("conf/$name", '');
put('data/pages/start.txt', "====== {$request['title']} ======\n");
chmod('data/pages/start.txt', 0600);

// Its own programs name and hash the user.
define('DOKU_INC', getcwd() . '/');
define('NOSESSION', true);
$_SERVER['REQUEST_URI'] = $_SERVER['SCRIPT_NAME'] = "{$request['path']}/doku.php";
$_SERVER['HTTP_HOST'] = parse_url($request['address'], PHP_URL_HOST);
$_SERVER['REMOTE_ADDR'] = '127.0.0.1';
require 'inc/init.php';
$users = plugin_load('auth', 'authplain');
$admin = $request['admin'];
$name = $users->cleanUser($admin['name']);
if (!$users->createUser($name, $admin['password'], $admin['name'], $admin['email'], ['admin', 'user']))
    fail('The administrator can not be created');
if (!$users->checkPass($name, $admin['password'])) fail('The administrator can not sign in');
chmod('conf/users.auth.php', 0600);
