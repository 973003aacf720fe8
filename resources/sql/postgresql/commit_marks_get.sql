SELECT mark FROM commit_marks WHERE run = :run;
