;; Starts `cutlist language-server' for JSON files with Eglot, which Emacs has since version 29.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((json-mode json-ts-mode js-json-mode) . ("cutlist" "language-server"))))
(dolist (hook '(json-mode-hook json-ts-mode-hook js-json-mode-hook))
  (add-hook hook #'eglot-ensure))
