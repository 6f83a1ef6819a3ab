/* The box for SQL as Datasette's editor: Shift and Enter run it, a button formats it. */
addEventListener("DOMContentLoaded", () => {
    const box = document.getElementById("sql-editor");
    const editor = CodeMirror.fromTextArea(box, {
        mode: "text/x-sql",
        lineWrapping: true,
        extraKeys: { "Shift-Enter": () => box.form.submit(), Tab: false, "Shift-Tab": false },
    });
    editor.getInputField().setAttribute("aria-label", "SQL, reading only");
    const format = document.getElementById("sql-format");
    format.hidden = false;
    format.addEventListener("click", () => editor.setValue(sqlFormatter.format(editor.getValue())));
});
