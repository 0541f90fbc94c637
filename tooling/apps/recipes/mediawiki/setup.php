<?php
// Makes an unpacked MediaWiki a working wiki, or brings its database to the version of the new files.

function fail(string $why): never {
    fwrite(STDERR, "$why\n");
    exit(1);
}

// Its own programs do the work. A password stays off their command lines, which every program of the host can read.
function runMaintenance(array $arguments): void {
    $command = [PHP_BINARY, ...$arguments];
    $process = proc_open($command, [0 => ['file', '/dev/null', 'r'], 1 => STDERR, 2 => STDERR], $pipes);
    if ($process === false || proc_close($process) !== 0) fail("{$arguments[0]} has failed");
}

function withSecret(string $secret, callable $use): void {
    $file = tempnam('.', 'secret');
    chmod($file, 0600);
    file_put_contents($file, $secret);
    try {
        $use($file);
    } finally {
        unlink($file);
    }
}

$request = json_decode(stream_get_contents(STDIN), true) ?? fail('The request can not be read');
$database = $request['database'];

if ($request['act'] === 'update') {
    if (!copy("{$request['folder']}/LocalSettings.php", 'LocalSettings.php')) fail('LocalSettings.php is missing');
    runMaintenance(['maintenance/update.php', '--quick']);
    // The wiki keeps its own.
    unlink('LocalSettings.php');
    exit(0);
}

$parts = parse_url($request['address']);
$server = "{$parts['scheme']}://{$parts['host']}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
withSecret($database['password'], function (string $databaseSecret) use ($request, $database, $server): void {
    withSecret($request['admin']['password'], function (string $secret) use ($request, $database, $server, $databaseSecret): void {
        runMaintenance([
            'maintenance/install.php',
            "--server=$server",
            "--scriptpath={$request['path']}",
            "--dbserver={$database['host']}",
            "--dbname={$database['name']}",
            "--dbuser={$database['user']}",
            "--dbpassfile=$databaseSecret",
            "--dbprefix={$database['prefix']}",
            '--lang=' . ($request['language'] === 'zh-CN' ? 'zh-hans' : 'en'),
            "--passfile=$secret",
            $request['title'],
            $request['admin']['name'],
        ]);
    });
});
chmod('LocalSettings.php', 0600);
foreach (['images', 'cache'] as $folder) if (!is_dir($folder)) mkdir($folder, 0755);
