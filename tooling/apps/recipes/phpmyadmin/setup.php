<?php
// Makes an unpacked phpMyAdmin work with the database of its site. It has no users of its own: the database's sign in.

function fail(string $why): never {
    fwrite(STDERR, "$why\n");
    exit(1);
}

// The tables in which it keeps bookmarks and the like; whose names its statements begin with `pma__`.
function createTables(array $database): void {
    $parts = explode(':', $database['host']);
    $sql = mysqli_connect($parts[0], $database['user'], $database['password'], $database['name'], (int) ($parts[1] ?? 0));
    $script = preg_replace('/^--.*$/m', '', file_get_contents('sql/create_tables.sql'));
    foreach (explode(';', $script) as $statement)
        if (preg_match('/^\s*CREATE TABLE/', $statement))
            $sql->query(str_replace('`pma__', "`{$database['prefix']}_", $statement));
}

const TABLES = [
    'bookmarktable' => 'bookmark', 'relation' => 'relation', 'table_info' => 'table_info',
    'table_coords' => 'table_coords', 'pdf_pages' => 'pdf_pages', 'column_info' => 'column_info',
    'history' => 'history', 'table_uiprefs' => 'table_uiprefs', 'tracking' => 'tracking',
    'userconfig' => 'userconfig', 'recent' => 'recent', 'favorite' => 'favorite', 'users' => 'users',
    'usergroups' => 'usergroups', 'navigationhiding' => 'navigationhiding', 'savedsearches' => 'savedsearches',
    'central_columns' => 'central_columns', 'designer_settings' => 'designer_settings',
    'export_templates' => 'export_templates',
];

function configuration(array $request): string {
    $database = $request['database'];
    $parts = explode(':', $database['host']);
    $server = [
        'auth_type' => 'cookie',
        'host' => $parts[0],
        ...(isset($parts[1]) ? ['port' => $parts[1]] : []),
        'only_db' => $database['name'],
        'pmadb' => $database['name'],
    ];
    foreach (TABLES as $setting => $table) $server[$setting] = "{$database['prefix']}_$table";
    $settings = [
        'blowfish_secret' => bin2hex(random_bytes(16)),
        'Servers' => [1 => $server],
        'DefaultLang' => $request['language'] === 'zh-CN' ? 'zh_CN' : 'en',
        'VersionCheck' => false,
    ];
    $lines = ['<?php'];
    foreach ($settings as $name => $value) $lines[] = "\$cfg['$name'] = " . var_export($value, true) . ';';
    return implode("\n", $lines) . "\n";
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$request = json_decode(stream_get_contents(STDIN), true) ?? fail('The request can not be read');
try {
    createTables($request['database']);
} catch (mysqli_sql_exception $error) {
    fail($error->getMessage());
}
if ($request['act'] === 'update') exit(0);
if (!is_dir('tmp')) mkdir('tmp', 0700);
if (file_put_contents('config.inc.php', configuration($request)) === false) fail('config.inc.php can not be written');
chmod('config.inc.php', 0600);
