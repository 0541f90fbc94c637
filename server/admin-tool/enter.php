<?php
declare(strict_types=1);

require __DIR__ . '/session.php';

header('Referrer-Policy: no-referrer');
header('Cache-Control: no-store');

/**
 * Takes what the console has left for this ticket. A second request finds nothing, since a name is renamed once.
 * @return array{host: string, user: string, password: string, database: string, table: ?string, theme: ?string,
 *   language: ?string, until: int}|null
 */
function take_ticket(string $folder, string $ticket): ?array
{
    if (preg_match('/^[A-Za-z0-9_-]{43}$/D', $ticket) !== 1) return null;
    $name = hash('sha256', $ticket);
    $mine = "$folder/$name.taken-" . bin2hex(random_bytes(8));
    if (!@rename("$folder/$name.json", $mine)) return null;
    $text = (string) file_get_contents($mine);
    unlink($mine);
    $left = json_decode($text, true);
    $optional = ['table' => null, 'theme' => null, 'language' => null];
    return is_array($left) && $left['until'] >= time() ? $left + $optional : null;
}

$left = take_ticket((string) ($_SERVER['TOOL_TICKETS'] ?? ''), (string) ($_SERVER['TOOL_TICKET'] ?? ''));
if ($left === null) turn_away();

open_session();
// Nothing of whoever was here before, not even their session's name.
$_SESSION = [];
session_regenerate_id(true);
$now = time();
$_SESSION['sitedeck'] = [
    'host' => $left['host'],
    'user' => $left['user'],
    'password' => $left['password'],
    'database' => $left['database'],
    'theme' => $left['theme'],
    'began' => $now,
    'seen' => $now,
];
if ($left['language'] !== null) {
    $_SESSION['lang'] = $left['language'];
    // The language of an earlier visit, which Adminer would prefer.
    setcookie('adminer_lang', '', ['expires' => 1, 'path' => '/']);
}
header('Location: ' . start_address($left, $left['table']), true, 303);
