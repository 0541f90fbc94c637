<?php
// Makes an unpacked WordPress a working site, or brings its database to the version of the new files.

function fail(string $why): never {
    fwrite(STDERR, "$why\n");
    exit(1);
}

// WordPress looks at these without asking whether they are there.
function behaveLikeRequest(string $address): void {
    $parts = parse_url($address);
    $_SERVER['HTTP_HOST'] = $parts['host'] . (isset($parts['port']) ? ":{$parts['port']}" : '');
    $_SERVER['SERVER_NAME'] = $parts['host'];
    $_SERVER['REQUEST_URI'] = ($parts['path'] ?? '') . '/';
    $_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
    $_SERVER['REQUEST_METHOD'] = 'GET';
    if ($parts['scheme'] === 'https') $_SERVER['HTTPS'] = 'on';
}

// The machine's own list of authorities, which the package leaves out.
function copyAuthorities(): void {
    $bundle = '/etc/ssl/certs/ca-certificates.crt';
    if (is_readable($bundle)) copy($bundle, 'wp-includes/certificates/ca-bundle.crt');
}

function configuration(array $database): string {
    $values = [
        'DB_NAME' => $database['name'],
        'DB_USER' => $database['user'],
        'DB_PASSWORD' => $database['password'],
        'DB_HOST' => $database['host'],
        'DB_CHARSET' => 'utf8mb4',
        'DB_COLLATE' => '',
        'FS_METHOD' => 'direct',
    ];
    foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
        $values["{$name}_KEY"] = bin2hex(random_bytes(32));
        $values["{$name}_SALT"] = bin2hex(random_bytes(32));
    }
    $lines = ['<?php'];
    foreach ($values as $name => $value) $lines[] = "define('$name', " . var_export($value, true) . ');';
    $lines[] = '$table_prefix = ' . var_export($database['prefix'], true) . ';';
    $lines[] = "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');";
    $lines[] = "require_once ABSPATH . 'wp-settings.php';";
    return implode("\n", $lines) . "\n";
}

// The password would be sent by mail otherwise.
function wp_new_blog_notification(): void {
}

const PERMALINKS = '/%year%/%monthnum%/%day%/%postname%/';

$request = json_decode(stream_get_contents(STDIN), true) ?? fail('The request can not be read');
behaveLikeRequest($request['address']);
define('WP_INSTALLING', true);
copyAuthorities();

if ($request['act'] === 'update') {
    if (!copy("{$request['folder']}/wp-config.php", 'wp-config.php')) fail('wp-config.php is missing');
    require 'wp-load.php';
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_upgrade();
    // The site keeps its own.
    unlink('wp-config.php');
    exit(0);
}

define('WP_SITEURL', $request['address']);
file_put_contents('wp-config.php', configuration($request['database'])) ?: fail('wp-config.php can not be written');
chmod('wp-config.php', 0600);
require 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

$language = $request['language'] === 'zh-CN' ? 'zh_CN' : '';
if ($language !== '') load_default_textdomain($language);
// Otherwise the installer would request the site, which is not there yet, to find out whether addresses are rewritten.
$answer = fn () => PERMALINKS;
add_filter('pre_option_permalink_structure', $answer);
$admin = $request['admin'];
$title = wp_slash($request['title']);
wp_install($title, $admin['name'], $admin['email'], true, '', wp_slash($admin['password']), $language);
remove_filter('pre_option_permalink_structure', $answer);
$GLOBALS['wp_rewrite']->set_permalink_structure(PERMALINKS);
flush_rewrite_rules(false);
if (!is_dir('wp-content/uploads')) mkdir('wp-content/uploads', 0755, true);
if (!is_blog_installed()) fail('WordPress does not find its tables');
