<?php
declare(strict_types=1);

/** A visit that does nothing ends after this, and any after the second, s. */
const IDLE_SECONDS = 30 * 60;
const LONGEST_SECONDS = 12 * 3600;
/** Adminer's own name for it: what it keeps and what we keep is one session. */
const SESSION_NAME = 'adminer_sid';

/** Opens the visitor's session; its cookie is of this origin alone, and no script reads it. */
function open_session(): void
{
    session_name(SESSION_NAME);
    session_set_cookie_params([
        'lifetime' => 0,
        'path' => '/',
        'secure' => ($_SERVER['HTTPS'] ?? '') === 'on',
        'httponly' => true,
        // A console on another origin leads here: `Strict` would lose the cookie on that very step.
        'samesite' => 'Lax',
    ]);
    session_start();
}

/**
 * Whom this visit was opened for.
 * @return array{host: string, user: string, password: string, database: string, theme: ?string, began: int,
 *   seen: int}|null
 */
function visit(): ?array
{
    $visit = $_SESSION['sitedeck'] ?? null;
    if (!is_array($visit)) return null;
    $now = time();
    $over = $now - $visit['seen'] > IDLE_SECONDS || $now - $visit['began'] > LONGEST_SECONDS;
    if ($over) {
        $_SESSION = [];
        session_destroy();
        return null;
    }
    $_SESSION['sitedeck']['seen'] = $now;
    return $visit;
}

/**
 * Where a visit begins.
 * @param array{user: string, database: string} $visit
 * @param ?string $table whose rows to show; null for the list of tables
 */
function start_address(array $visit, ?string $table = null): string
{
    $place = ['username' => $visit['user'], 'db' => $visit['database']];
    return '/?' . http_build_query($table === null ? $place : $place + ['select' => $table]);
}

/**
 * Style sheets of the console, each with the colour scheme it is for: '' for both.
 * @param ?string $theme `light` or `dark`; null for the browser's
 * @return array<string, string>
 */
function style_sheets(?string $theme): array
{
    $colours = $theme === null ? ['light' => 'light', 'dark' => 'dark'] : [$theme => $theme];
    $sheets = [];
    foreach ($colours + ['console' => (string) $theme] as $name => $scheme)
        $sheets["/style/$name.css?" . hash_file('crc32b', __DIR__ . "/style/$name.css")] = $scheme;
    return $sheets;
}

/** Ends the request with one sentence: what stands here never depends on what was sent. */
function turn_away(): never
{
    http_response_code(403);
    header('Content-Type: text/html; charset=utf-8');
    header("Content-Security-Policy: default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    header('Cache-Control: no-store');
    $links = '';
    foreach (style_sheets(null) as $sheet => $scheme)
        $links .= "<link rel='stylesheet' href='$sheet'" . ($scheme ? " media='(prefers-color-scheme: $scheme)'" : '') . '>';
    echo <<<PAGE
<!DOCTYPE html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>SiteDeck</title>$links
<body class="ended">
<h1>请从控制台重新打开</h1>
<p>登录已结束，或这个链接已经用过。请回到控制台的「数据库管理」，再次点击「登录管理工具」。</p>
<p lang="en">This visit has ended, or the link was used before. Go back to Database management in the console and open the tool again.</p>
PAGE;
    exit;
}
