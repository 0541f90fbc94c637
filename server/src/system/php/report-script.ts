/** Name below the folder of a generation. */
export const REPORT_FILE = 'report/report.php';

/**
 * Answers what PHP says of itself, as JSON. It stands in a folder of root's that every pool may read; a site's own script
 * may include it and learns nothing but its own settings.
 */
export const REPORT_SCRIPT = `<?php
try {
  $settings = [];
  foreach (ini_get_all(null, true) as $key => $entry) {
    $settings[] = [$key, (string) ($entry['local_value'] ?? ''), (int) $entry['access']];
  }
  $extensions = [];
  foreach (get_loaded_extensions() as $name) $extensions[] = [$name, (string) phpversion($name)];
  $file = $_SERVER['DOCUMENT_ROOT'] . '/' . ini_get('user_ini.filename');
  $own = @is_file($file) ? @parse_ini_file($file) : [];
  $userIni = [];
  foreach ($own ?: [] as $key => $value) if (is_scalar($value)) $userIni[] = [(string) $key, (string) $value];
  echo json_encode(
    ['version' => PHP_VERSION, 'sapi' => PHP_SAPI, 'extensions' => $extensions, 'settings' => $settings, 'userIni' => $userIni],
    JSON_INVALID_UTF8_SUBSTITUTE
  );
} catch (Throwable $error) {
  echo $error->getMessage();
}
`;
