// Our own rules. Tags: severity, technique (with `_` for `-`). Linted by rules.test.ts: every text has four fixed bytes.

rule known_shell_title : high known_shell
{
  strings:
    $title1 = "<title>" nocase
    $name1 = "c99shell" nocase
    $name2 = "r57shell" nocase
    $name3 = "FilesMan" nocase
    $name4 = "b374k" nocase
    $name5 = "WebShellOrb" nocase
    $name6 = "Safe Mode Bypass" nocase
    $name7 = "PHPSpy" nocase
    $name8 = "Web Shell by" nocase
    $name9 = "webshell" nocase
    $name10 = "Locus7Shell" nocase
    $name11 = "NIX REMOTE WEB-SHELL" nocase
    $name12 = "IndoXploit" nocase
    $name13 = "Mini Shell" nocase
    $act1 = "passthru" nocase
    $act2 = "shell_exec" nocase
    $act3 = "move_uploaded_file" nocase
    $act4 = "posix_getpwuid" nocase
    $act5 = "safe_mode" nocase
    $act6 = "wscript.shell" nocase
    $act7 = "getRuntime" nocase
    $act8 = "ProcessStartInfo" nocase
    $act9 = "proc_open" nocase
  condition:
    filesize < 3MB and any of ($name*) and 2 of ($act*) and ($title1 or 3 of ($act*))
}

rule reverse_shell_source : high reverse_shell
{
  strings:
    $php = "<?php" nocase
    $asp = "<%"
    $bash1 = "/dev/tcp/"
    $bash2 = "/bin/sh -i" nocase
    $bash3 = "bash -i" nocase
    $socket1 = "fsockopen" nocase
    $socket2 = "inet_aton" nocase
    $socket3 = "sockaddr_in" nocase
    $proc = "proc_open" nocase
    $request = "$_REQUEST"
    $request2 = "$_POST"
  condition:
    filesize < 1MB and ($php or $asp) and
    (($proc and $socket1 and any of ($bash*)) or ($socket2 and $socket3 and any of ($request*)))
}

rule encoded_asp_shell : high encoded_code
{
  strings:
    $encoded = "VBScript.Encode" nocase
    $marker = "#@~^"
    $page = "<%"
  condition:
    filesize < 1MB and $page and $encoded and #marker > 0
}

rule picture_with_script : high disguised_script
{
  strings:
    $php = "<?php" nocase
    $eval = "eval(" nocase
    $system = "system(" nocase
    $assert = "assert(" nocase
    $get = "$_GET"
    $post = "$_POST"
    $request = "$_REQUEST"
    $cookie = "$_COOKIE"
  condition:
    (uint16(0) == 0xD8FF or uint32(0) == 0x474E5089 or uint32(0) == 0x38464947) and $php and
    any of ($eval, $system, $assert) and any of ($get, $post, $request, $cookie)
}
