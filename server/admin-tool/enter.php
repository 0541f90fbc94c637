<?php
declare(strict_types=1);

require __DIR__ . '/session.php';

header('Referrer-Policy: no-referrer');
header('Cache-Control: no-store');

/**
 * What the console has left for this ticket; whoever comes second finds nothing: a name is renamed once.
 * @return array{host: string, user: string, password: string, database: string, until: int}|null
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
    return is_array($left) && $left['until'] >= time() ? $left : null;
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
    'began' => $now,
    'seen' => $now,
];
header('Location: /', true, 303);
