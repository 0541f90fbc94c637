/** Arrays that visitors fill. */
export const REQUEST_ARRAYS = new Set(
  [
    '_GET',
    '_POST',
    '_REQUEST',
    '_COOKIE',
    '_FILES',
    'HTTP_GET_VARS',
    'HTTP_POST_VARS',
    'HTTP_COOKIE_VARS',
  ].concat(['HTTP_RAW_POST_DATA', 'HTTP_POST_FILES']),
);

/** Entries of `$_SERVER` that visitors decide. */
const FROM_VISITORS =
  /^(HTTP_(?!HOST$)|QUERY_STRING$|REQUEST_URI$|PATH_INFO$|PHP_AUTH_|ORIG_PATH_INFO$|REQUEST_METHOD_$)/;
export const isFromVisitors = (key: string): boolean => FROM_VISITORS.test(key);

/** Functions that return request data. */
export const REQUEST_FUNCTIONS = new Set([
  'getallheaders',
  'apache_request_headers',
  'filter_input',
  'filter_input_array',
  'get_defined_vars',
  'session_id',
]);

/** Functions whose result another server decides. */
export const REMOTE_FUNCTIONS = new Set([
  'curl_exec',
  'curl_multi_getcontent',
  'fsockopen',
  'pfsockopen',
  'stream_socket_client',
  'socket_read',
  'socket_recv',
  'stream_socket_recvfrom',
  'ftp_get',
  'dns_get_record',
]);

export const READ_FUNCTIONS = new Set([
  'file_get_contents',
  'file',
  'fopen',
  'readfile',
  'stream_get_contents',
  'fread',
  'fgets',
  'fgetc',
  'fgetss',
  'exif_read_data',
  'php_strip_whitespace',
  'highlight_file',
  'gzfile',
  'gzopen',
]);

/** Results say something about their argument, and can't be that argument. */
export const CLEANERS = new Set(
  `intval floatval doubleval boolval count sizeof strlen mb_strlen md5 sha1 crc32 hash is_array is_string is_numeric is_int
  is_file is_dir is_readable is_writable is_callable file_exists filesize filemtime fileperms function_exists
  method_exists class_exists in_array array_key_exists isset empty strcmp strcasecmp strncmp strpos stripos strrpos
  preg_match preg_match_all preg_quote ctype_alnum ctype_alpha ctype_digit escapeshellarg escapeshellcmd number_format
  password_verify password_hash hash_equals version_compare abs round floor ceil max min ord checkdate date mktime
  strtotime time hexdec bindec octdec ip2long filter_has_var levenshtein similar_text array_search uniqid
  move_uploaded_file copy rename unlink file_put_contents fwrite printf print_r var_dump error_log header`
    .split(/\s+/)
    .filter(Boolean),
);

/** Results are their first argument in another form. */
export const PASSING = new Set(
  `trim ltrim rtrim chop stripslashes stripcslashes addslashes urldecode rawurldecode base64_decode base64_encode
  gzinflate gzuncompress gzdecode zlib_decode str_rot13 strrev hex2bin bin2hex pack convert_uudecode strtolower
  strtoupper ucfirst lcfirst html_entity_decode htmlspecialchars_decode htmlspecialchars htmlentities strip_tags
  openssl_decrypt mcrypt_decrypt substr mb_substr strtr str_replace str_ireplace preg_replace iconv mb_convert_encoding
  utf8_decode utf8_encode json_decode unserialize end reset current next prev key pos each array_pop array_shift
  array_values array_keys array_merge array_flip array_reverse array_slice array_filter array_map explode str_split
  preg_split implode join serialize json_encode sprintf vsprintf strval settype nl2br chunk_split wordwrap simplexml_load_string
  array_rand array_column array_chunk array_combine array_fill array_pad array_merge_recursive array_diff array_intersect_key
  realpath basename dirname pathinfo parse_url strstr stristr strrchr strtok substr_replace str_pad quotemeta
  gzcompress gzdeflate gzencode str_repeat func_get_args func_get_arg constant iterator_to_array quoted_printable_decode
  base_convert chr openssl_private_decrypt openssl_public_decrypt rawurlencode urlencode escapeshellcmd_ get_object_vars array_walk
  readdir scandir glob ob_get_contents ob_get_clean trim_ str_word_count sscanf parse_ini_string yaml_parse mb_strtolower`
    .split(/\s+/)
    .filter(Boolean),
);
