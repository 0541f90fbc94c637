<?php
declare(strict_types=1);

require __DIR__ . '/session.php';

open_session();
$visit = visit();
if ($visit === null) turn_away();

if (isset($_POST['logout'])) {
    $_SESSION = [];
    session_destroy();
    turn_away();
}

// Who, where and what are ours to say: everything by which a request could choose them is gone before Adminer reads it.
const CHOICES = [
    'server', 'sqlite', 'sqlite2', 'pgsql', 'firebird', 'oracle', 'mssql', 'mongo', 'elastic', 'clickhouse', 'simpledb',
    'igdb', 'imap', 'ns', 'ext', 'manifest', 'upload',
];
foreach (CHOICES as $name) unset($_GET[$name]);
foreach (['HTTP_X_FORWARDED_PREFIX', 'ORIG_PATH_INFO'] as $name) unset($_SERVER[$name]);
unset($_POST['auth'], $_POST['password_less'], $_GET[SESSION_NAME]);
foreach (['adminer_permanent', 'adminer_version'] as $name) unset($_COOKIE[$name]);

$isFile = isset($_GET['file']);
$isHere = ($_GET['username'] ?? null) === $visit['user'] && ($_GET['db'] ?? null) === $visit['database'];
if (!$isFile && !$isHere) {
    if ($_SERVER['REQUEST_METHOD'] !== 'GET') turn_away();
    header('Location: ' . start_address($visit), true, 303);
    exit;
}
// Without one it takes every first request for that of an expired visit.
$_SESSION['token'] ??= random_int(1, 1_000_000);
// Any text: the password itself stays where `credentials` finds it.
$_SESSION['pwds']['server'][''][$visit['user']] = 'kept';
$_SESSION['db']['server'][''][$visit['user']][$visit['database']] = true;

function adminer_object(): object
{
    require __DIR__ . '/adminer-of-one.php';
    return new AdminerOfOne($GLOBALS['visit']);
}

require (string) $_SERVER['TOOL_ADMINER'];
