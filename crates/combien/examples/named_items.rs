//! A timetable: each lesson gets a room and an hour, no room or teacher is used twice at once.
//!
//! ```text
//! cargo run --example named_items
//! ```

use combien::problem::{BuildError, Builder};
use combien::solve::{self, Enumerate};

const LESSONS: [(&str, &str); 4] =
    [("algebra", "Ada"), ("geometry", "Ada"), ("logic", "Kurt"), ("chess", "Vera")];
const ROOMS: [&str; 2] = ["hall", "attic"];
const HOURS: [&str; 2] = ["nine", "ten"];

fn problem() -> Result<combien::Problem, BuildError> {
    let mut builder = Builder::new();
    for (lesson, _) in LESSONS {
        builder.primary(lesson)?;
    }
    // A secondary item is covered at most once: a room, or a teacher, at an hour.
    for hour in HOURS {
        for room in ROOMS {
            builder.secondary(&format!("{room} at {hour}"))?;
        }
        for teacher in ["Ada", "Kurt", "Vera"] {
            builder.secondary(&format!("{teacher} at {hour}"))?;
        }
    }
    for (lesson, teacher) in LESSONS {
        for hour in HOURS {
            for room in ROOMS {
                let items = [lesson.to_owned(), format!("{room} at {hour}"), format!("{teacher} at {hour}")];
                let option = builder.option_by_names(items)?;
                builder.name_option(option, &format!("{lesson} with {teacher}, {room}, {hour}"));
            }
        }
    }
    Ok(builder.build())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = problem()?;
    println!("{} timetables; two of them:", solve::count(&problem)?);
    for solution in Enumerate::of(&problem).at_most(2).run()? {
        for &option in solution.options() {
            println!("  {}", problem.option_name(option).unwrap_or("?"));
        }
        println!();
    }
    Ok(())
}
