/** Tokens that decide which PHP files are worth following: most files of an application have none of the pairs. */
const INPUT =
  /move_uploaded_file|\$_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER|SESSION)\b|php:\/\/|getallheaders|apache_request_headers|\bGLOBALS\b|HTTP_(?:RAW|POST|GET|COOKIE|USER|X)_|filter_input|get_defined_vars|\bextract\s*\(|parse_str\s*\(|["']_(?:GET|POST|REQUEST|COOKIE)|session_id|curl_exec|fsockopen|https?:\/\/[^"']{0,80}["']\s*\)/i;

const SINK =
  /\b(?:eval|assert|create_function|system|s?h?e?l?l?_?exec|passthru|popen|proc_open|pcntl_exec|move_uploaded_file|call_user_func(?:_array)?|dl|putenv|unserialize|mb_eregi?_replace)\s*\(|(?:[=;@]|echo|print|return)\s{0,3}`[^`\n]{0,200}\$|\b(?:usort|uasort|uksort|array_(?:map|filter|walk|reduce|udiff|diff_ukey|uintersect)\w*|register_shutdown_function|register_tick_function|ob_start|filter_var(?:_array)?|preg_replace_callback|iterator_apply)\s*\([^;]{0,120}\$_|ReflectionFunction|FFI::|\bcopy\s*\(|(?:include|require)(?:_once)?[\s(@]+[^;\n]{0,80}\$_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER)|preg_(?:replace|filter)\s*\(\s*["'][^"'\n]{1,120}[^\w\s"']\w*e\w*["']|(?:file_put_contents|fwrite|fputs)\s*\(/i;

/** What visitors send. */
const SENT =
  /\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\$_SERVER\s*\[\s*["']HTTP_(?!HOST)|php:\/\/input|getallheaders|apache_request_headers|HTTP_RAW|get_defined_vars|["']_(?:GET|POST|REQUEST|COOKIE)|\$\{/i;

/** A name of a function or class that is only known at run time. */
const DYNAMIC =
  /\$\{?["'\w\]}]{1,40}\s*\(|\]\s*\(\s*\$|\)\s*\(\s*[$"@]|new\s+\$|\b(?:u[ak]?sort|array_(?:filter|walk|reduce|udiff|diff_ukey|uintersect)\w*)\s*\([^;]{1,80},\s*(?:\$|base64|str)|\b(?:array_map|register_shutdown_function|call_user_func\w*)\s*\(\s*\$/i;

/** What hides code, with or without input. */
const HIDDEN =
  /\beval\s*\(|\bassert\s*\(\s*["'$@(]|create_function\s*\(|base64_decode\s*\(\s*(?:str_rot13|strrev|gz|["'][\w+/=]{200})|gz(?:inflate|uncompress|decode)\s*\(\s*\w{1,20}\s*\(|str_rot13\s*\(\s*["']|(?:\\x[\da-f]{2}|\\[0-7]{3}){6}|(?:chr\s*\(\s*\d+\s*\)\s*\.\s*){3}|\$\{["'{$]|\$\$\w|(?:["'][a-z_]{1,8}["']\s*\.\s*){3}["'][a-z_]|\bgoto\s+\w|~\s*["'(]|["']\s*[\^|&]\s*["'(]|ass["'.\s]{1,8}ert|getDocComment|LD_PRELOAD|\/dev\/tcp|(?:include|require)(?:_once)?[\s(@]+["'][^"'\n]{0,200}\.(?:jpe?g|png|gif|ico|bmp|txt|css|log)["']|(?:include|require)(?:_once)?[\s(@]+["'](?:data:|php:\/\/|https?:)|\$\w{1,40}\s*\[\s*\d+\s*\]\s*\.\s*\$\w{1,40}\s*\[\s*\d+\s*\]\s*\.|@\$\w+\s*\(/i;

/** Whether a PHP source holds what the analysis could follow. */
export function isWorthFollowing(source: string): boolean {
  return (
    HIDDEN.test(source) ||
    (SINK.test(source) && INPUT.test(source)) ||
    (SENT.test(source) && DYNAMIC.test(source))
  );
}

export const hasPhp = (source: string): boolean =>
  /<\?(?:php\b|=|\s|$)|<script\s+language\s*=\s*["']?php/i.test(source);
