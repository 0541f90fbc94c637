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
 * @return array{host: string, user: string, password: string, database: string, began: int, seen: int}|null
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

/** Ends the request with one sentence: what stands here never depends on what was sent. */
function turn_away(): never
{
    http_response_code(403);
    header('Content-Type: text/html; charset=utf-8');
    header("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    header('Cache-Control: no-store');
    echo <<<'PAGE'
<!DOCTYPE html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>SiteDeck</title>
<style>body{font:16px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:28em;padding:0 1em}</style>
<h1>请从控制台重新打开</h1>
<p>登录已结束，或这个链接已经用过。请回到控制台的「数据库管理」，再次点击「登录管理工具」。</p>
<p lang="en">This visit has ended, or the link was used before. Go back to Database management in the console and open the tool again.</p>
PAGE;
    exit;
}
