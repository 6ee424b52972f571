//! Rule clauses: every rule in `docs/rules/` names a test that shows it.
//!
//! A clause is a list item in a numbered section, possibly with indented continuation lines:
//!
//! ```text
//! - **1.1** Sheep graze until the wolf comes. Shown by `sheep_graze`, `wolves_howl`.
//! ```

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use crate::finding::Finding;
use crate::{files, test_names};

/// The problems of the clauses of these games.
pub(crate) fn check(root: &Path, games: &[&str]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for game in games {
        let file = format!("docs/rules/{game}.md");
        if root.join(&file).is_file() {
            let text = files::read(root, &file)?;
            findings.extend(check_document(&file, &text, &test_names::game(root, game)?));
        } else {
            findings.push(Finding::about(&file, "it is missing: write the rules down as clauses"));
        }
    }
    Ok(findings)
}

/// A numbered rule.
#[derive(Debug, PartialEq, Eq)]
struct Clause {
    line: usize,
    number: Vec<u32>,
    text: String,
}

fn check_document(file: &str, text: &str, tests: &BTreeSet<String>) -> Vec<Finding> {
    let (clauses, mut findings) = Reader::read(file, text);
    if clauses.is_empty() {
        findings.push(Finding::about(file, "it has no clause: write them as `- **1.1** Text.`"));
    }
    findings.extend(order_problems(file, &clauses));
    findings.extend(clauses.iter().flat_map(|clause| test_problems(file, clause, tests)));
    findings.sort();
    findings
}

/// Parses a document line by line.
struct Reader<'a> {
    file: &'a str,
    /// The number of the section, if it has one.
    section: Option<u32>,
    in_code: bool,
    /// Whether an indented line would continue the last clause.
    in_clause: bool,
    clauses: Vec<Clause>,
    findings: Vec<Finding>,
}

impl<'a> Reader<'a> {
    fn read(file: &'a str, text: &str) -> (Vec<Clause>, Vec<Finding>) {
        let (clauses, findings) = (Vec::new(), Vec::new());
        let mut reader =
            Self { file, section: None, in_code: false, in_clause: false, clauses, findings };
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line);
        }
        (reader.clauses, reader.findings)
    }

    fn line(&mut self, at: usize, line: &str) {
        if line.trim_start().starts_with("```") {
            self.in_code = !self.in_code;
        } else if self.in_code || line.trim().is_empty() {
        } else if line.starts_with(char::is_whitespace) {
            self.go_on(line.trim());
        } else if let Some(heading) = line.strip_prefix("## ") {
            self.section = heading.split_once(". ").and_then(|(number, _)| number.parse().ok());
            self.in_clause = false;
        } else {
            self.in_clause = false;
            if let Some(item) = line.strip_prefix("- ") {
                self.item(at, item);
            }
        }
    }

    fn go_on(&mut self, line: &str) {
        if let Some(clause) = self.clauses.last_mut()
            && self.in_clause
        {
            clause.text.push(' ');
            clause.text.push_str(line);
        }
    }

    fn item(&mut self, at: usize, item: &str) {
        let Some(clause) = parse_clause(at, item) else {
            if self.section.is_some() || item.starts_with("**") {
                self.complain(
                    at,
                    "a list item in a numbered section is a clause: start it with `- **1.1** `",
                );
            }
            return;
        };
        let section = clause.number[0];
        if self.section != Some(section) {
            let number = shown(&clause.number);
            self.complain(
                at,
                &format!("clause {number} belongs under a heading `## {section}. …`"),
            );
        }
        self.clauses.push(clause);
        self.in_clause = true;
    }

    fn complain(&mut self, line: usize, advice: &str) {
        self.findings.push(Finding::at(self.file, line, advice));
    }
}

/// Parses a clause from the text after the `- ` of its list item.
fn parse_clause(line: usize, item: &str) -> Option<Clause> {
    let (number, text) = item.strip_prefix("**")?.split_once("**")?;
    let number = number.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>()?;
    (number.len() > 1).then(|| Clause { line, number, text: text.trim().to_owned() })
}

fn shown(number: &[u32]) -> String {
    number.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
}

fn order_problems(file: &str, clauses: &[Clause]) -> Vec<Finding> {
    let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
    let mut findings = Vec::new();
    for clause in clauses {
        let number = shown(&clause.number);
        if seen.contains(&clause.number) {
            let advice =
                format!("clause {number} stands here a second time: give it its own number");
            findings.push(Finding::at(file, clause.line, advice));
        } else if let Some(highest) = seen.last()
            && *highest > clause.number
        {
            let advice = format!("clause {number} comes after {}: put it in order", shown(highest));
            findings.push(Finding::at(file, clause.line, advice));
        }
        seen.insert(clause.number.clone());
    }
    findings
}

fn test_problems(file: &str, clause: &Clause, tests: &BTreeSet<String>) -> Vec<Finding> {
    let number = shown(&clause.number);
    let finding = |advice| Finding::at(file, clause.line, advice);
    let Some((rule, shown_by)) = clause.text.rsplit_once("Shown by") else {
        let advice =
            format!("clause {number} names no test: end it with ``Shown by `test_name`.``");
        return vec![finding(advice)];
    };
    if rule.trim().is_empty() {
        return vec![finding(format!("clause {number} says nothing: state the rule"))];
    }
    let named = quoted(shown_by);
    if named.is_empty() {
        return vec![finding(format!("clause {number} names no test after “Shown by”"))];
    }
    let missing = named.into_iter().filter(|name| !tests.contains(*name));
    let advice = |name| {
        format!(
            "clause {number} names `{name}`, but there is no such test: write it or mend the name"
        )
    };
    missing.map(|name| finding(advice(name))).collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<String> {
        let tests = ["sheep_graze", "wolves_howl"].map(str::to_owned).into();
        check_document("x.md", text, &tests).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn a_good_document_passes() {
        let text = "# Rules\n\n- a list before the sections\n\n## 1. Set-up\nSome words.\n\n\
                    - **1.1** Sheep graze. Shown by `sheep_graze`.\n\
                    - **1.2** Wolves, which wait, howl\n  at night. Shown\n\n  by `wolves_howl`,\n  `sheep_graze`.\n\
                    - **1.2.1** More. Shown by `wolves_howl` and `sheep_graze`.\n\
                    ```\n- **9.9** an example\n```\n\
                    ## 2. End\n- **2.1** It ends. Shown by `sheep_graze`.\n- **2.10** So. Shown by `sheep_graze`.\n\
                    ## Notes\n- no clause\n";
        assert_eq!(findings(text), Vec::<String>::new());
    }

    #[test]
    fn a_clause_without_a_test_is_found() {
        let text = "## 1. A\n- **1.1** Sheep graze.\n  Really.\n- **1.2** Sheep. Shown by.\n\
                    - **1.3** Shown by `sheep_graze`.\n";
        assert_eq!(
            findings(text),
            [
                "x.md:2: clause 1.1 names no test: end it with ``Shown by `test_name`.``",
                "x.md:4: clause 1.2 names no test after “Shown by”",
                "x.md:5: clause 1.3 says nothing: state the rule",
            ]
        );
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        let text = "## 1. A\n- **1.1** Sheep fly. Shown by `sheep_graze`,\n  `sheep_fly`.\n";
        assert_eq!(
            findings(text),
            [
                "x.md:2: clause 1.1 names `sheep_fly`, but there is no such test: write it or mend the name"
            ]
        );
    }

    #[test]
    fn numbers_are_unique_and_in_order() {
        let text = "## 1. A\n- **1.1** A. Shown by `sheep_graze`.\n- **1.3** A. Shown by `sheep_graze`.\n\
                    - **1.2** A. Shown by `sheep_graze`.\n- **1.1** A. Shown by `sheep_graze`.\n";
        assert_eq!(
            findings(text),
            [
                "x.md:4: clause 1.2 comes after 1.3: put it in order",
                "x.md:5: clause 1.1 stands here a second time: give it its own number",
            ]
        );
    }

    #[test]
    fn a_clause_stands_in_its_section() {
        let text =
            "- **1.1** A. Shown by `sheep_graze`.\n## 2. B\n- **1.2** A. Shown by `sheep_graze`.\n";
        assert_eq!(
            findings(text),
            [
                "x.md:1: clause 1.1 belongs under a heading `## 1. …`",
                "x.md:3: clause 1.2 belongs under a heading `## 1. …`",
            ]
        );
    }

    #[test]
    fn a_list_item_without_a_number_is_found() {
        let advice = "a list item in a numbered section is a clause: start it with `- **1.1** `";
        let text = "- **1.1** A. Shown by `sheep_graze`.\n- no number\n- **1** A.\n- **1.x** A.\n";
        assert_eq!(
            findings(&format!("## 1. A\n{text}")),
            [3, 4, 5].map(|line| format!("x.md:{line}: {advice}"))
        );
    }

    #[test]
    fn an_empty_document_is_found() {
        let expected = "x.md: it has no clause: write them as `- **1.1** Text.`";
        assert_eq!(findings("# Rules\n"), [expected]);
    }

    #[test]
    fn a_missing_document_is_found() {
        let nowhere = Path::new("/no-such-folder");
        let found = check(nowhere, &["tipperary"]).unwrap();
        assert_eq!(
            found[0].to_string(),
            "docs/rules/tipperary.md: it is missing: write the rules down as clauses"
        );
    }
}
